/** Crockford's base32 without the letters that are taken for digits (i, l, o) or make words (u). */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 8;
/** Eight digits of five bits are the last ten hex digits of a UUID. */
const TAIL_LENGTH = 10;

/** The form of a short id, for patterns. */
export const SHORT_ID_PATTERN = '[0-9a-hjkmnp-tv-z]{8}';

const HASH = /^[0-9a-f]{8,64}$/i;

const SHORT_ID = new RegExp(`^${SHORT_ID_PATTERN}$`, 'i');

/**
 * The short form of an id: the last 40 bits of the UUID as eight base32 digits, lower case. Those bits of a UUIDv7 are random, so two of a
 * million memories share one in about a third of all cases; {@link isShortId} is accepted wherever an id is, and such a pair is asked about.
 *
 * @example shortIdOf('01890a5d-ac96-774b-bcce-b302099a8057') === '084sn02q'
 */
export function shortIdOf(uuid: string): string {
  let rest = Number.parseInt(uuid.slice(-TAIL_LENGTH), 16);
  let text = '';
  for (let place = 0; place < LENGTH; place++) {
    text = DIGITS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * The short form of a commit's hash, which is the short id of its memory: the first eight hex digits, lower case; null for what is no hash.
 * Of 100,000 commits about one pair shares them, and such a pair is asked about.
 *
 * @example shortHashOf('DF547F5A0c7e…') === 'df547f5a'
 */
export function shortHashOf(hash: unknown): string | null {
  return typeof hash === 'string' && HASH.test(hash) ? hash.slice(0, LENGTH).toLowerCase() : null;
}

/** True for eight base32 digits in any case, which eight hex digits are too. */
export function isShortId(value: unknown): value is string {
  return typeof value === 'string' && SHORT_ID.test(value);
}

/** The last ten hex digits of the UUIDs that a short id stands for. */
export function tailOf(shortId: string): string {
  let bits = 0;
  for (const digit of shortId.toLowerCase()) bits = bits * 32 + DIGITS.indexOf(digit);
  return bits.toString(16).padStart(TAIL_LENGTH, '0');
}
