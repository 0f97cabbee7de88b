import { randomBytes } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any UUID in its hyphenated form. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then random bits, so ids sort by time of creation. */
export function uuidv7(nowMs: number, random: Uint8Array = randomBytes(10)): string {
  const time = BigInt(Math.max(0, Math.floor(nowMs))) & 0xffff_ffff_ffffn;
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Number(time), 0, 6);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
