/** From this length on, V8 lets a substring keep its whole source text alive. */
const SLICED_FROM = 13;

/** The same text in memory of its own: what is kept for long must not keep an 8 KiB observation with it. */
export function ownText(text: string): string {
  return text.length < SLICED_FROM ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
