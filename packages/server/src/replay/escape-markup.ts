const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Characters that no document may hold, and the marks that turn the direction of the text around them.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Text for an element or a quoted attribute of HTML or SVG: nothing in it is markup. */
export function escapeMarkup(text: string): string {
  return text.replace(HIDDEN, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
