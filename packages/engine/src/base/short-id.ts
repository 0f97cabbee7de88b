import { isUuid } from './uuid.ts';

/** Crockford's base32 without the letters that are taken for digits (i, l, o) or make words (u). */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 8;
/** Eight digits of five bits are the last ten hex digits of a UUID. */
const TAIL_LENGTH = 10;

/** The form of a short id, for patterns. */
export const SHORT_ID_PATTERN = '[0-9a-hjkmnp-tv-z]{8}';

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

/** True for eight base32 digits in any case. */
export function isShortId(value: unknown): value is string {
  return typeof value === 'string' && SHORT_ID.test(value);
}

/** True for what may name an observation: a UUID or a short id. */
export function isAnyId(value: unknown): value is string {
  return isUuid(value) || isShortId(value);
}

/** The last ten hex digits of the UUIDs that a short id stands for. */
export function tailOf(shortId: string): string {
  let bits = 0;
  for (const digit of shortId.toLowerCase()) bits = bits * 32 + DIGITS.indexOf(digit);
  return bits.toString(16).padStart(TAIL_LENGTH, '0');
}
