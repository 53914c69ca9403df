import { randomBytes } from 'node:crypto';

/** Random bytes are generated in blocks: one system call serves many ids. */
const BLOCK_BYTES = 4096;
let block = Buffer.alloc(0);
let used = 0;

/**
 * Generates an opaque, URL-safe id of 120 random bits, 20 characters. It never begins with "-", which shells read as an
 * option. [D7]
 */
export function newId(): string {
  let id = drawId();
  while (id.startsWith('-')) id = drawId();
  return id;
}

const drawId = (): string => draw(15).toString('base64url');

/** Returns a view of unused random bytes. */
function draw(bytes: number): Buffer {
  if (used + bytes > block.length) {
    block = randomBytes(BLOCK_BYTES);
    used = 0;
  }
  used += bytes;
  return block.subarray(used - bytes, used);
}

/** The most ids per millisecond: the counter has 12 bits. */
const COUNT_MAX = 0xfff;
let latestMs = 0;
let count = 0;

/**
 * Generates a UUID of version 7 (RFC 9562 §5.7): 48 bits of milliseconds, a counter of 12 bits, then random bits.
 * Within this process, each sorts after the one before, even if the clock goes back. [D7]
 */
export function newUuid(): string {
  const now = Date.now();
  count = now > latestMs ? 0 : count + 1;
  latestMs = Math.max(now, count > COUNT_MAX ? latestMs + 1 : latestMs);
  count = count > COUNT_MAX ? 0 : count;
  const bytes = draw(16);
  bytes.writeUIntBE(latestMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
