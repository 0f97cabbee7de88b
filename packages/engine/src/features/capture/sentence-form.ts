/** How many words a text has, counted by its blanks. */
export function wordCount(text: string): number {
  return text.split(/\s+/u).length;
}

/** With a full stop, where nothing else ends it. */
export function ended(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text.replace(/[\s,;:–—-]+$/u, '')}.`;
}

/** With a capital at its beginning. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
