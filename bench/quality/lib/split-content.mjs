/** Where a text may be cut, best first: between paragraphs, lines, words. */
const CUTS = ['\n\n', '\n', ' '];

/** The place to cut, in the last half of the text where there is one, so that parts do not get tiny. */
function cutAt(text) {
  for (const cut of CUTS) {
    const at = text.lastIndexOf(cut);
    if (at >= text.length / 2) return at + cut.length;
  }
  const last = text.charCodeAt(text.length - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return isHighSurrogate && text.length > 1 ? text.length - 1 : text.length;
}

/** The longest beginning of the text within so many bytes of UTF-8. */
function beginning(text, maxBytes) {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/** The text in parts of at most `maxBytes` bytes of UTF-8 (4 or more); together they are the text again. */
export function splitContent(text, maxBytes) {
  const parts = [];
  let rest = text;
  while (Buffer.byteLength(rest, 'utf8') > maxBytes) {
    const fits = beginning(rest, maxBytes);
    const at = cutAt(fits);
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  if (rest !== '' || parts.length === 0) parts.push(rest);
  return parts;
}
