/** Distances reach back at most this far. */
const WINDOW = 4096;
/** Where the window starts. What is before the first byte counts as spaces. */
const WINDOW_START = WINDOW - 18;
const COPY_MIN = 3;

/**
 * Unpacks an LZSS block of a SWORD module: eight units follow each byte of flags, from its lowest bit. A set flag is
 * one byte, another a copy: 12 bits for its position in the window and 4 for its length. Null if the block has another
 * size.
 */
export function unpackLzss(packed: Buffer, size: number): Buffer | null {
  const bytes = Buffer.alloc(size);
  let length = 0;
  let at = 0;
  for (let flags = 1; at < packed.length; flags >>= 1) {
    if (flags === 1) flags = packed[at++]! | 0x100;
    if (at === packed.length) break;
    const [low, high = 0] = packed.subarray(at, at + 2);
    if (flags & 1) {
      bytes[length++] = low!;
      at++;
      continue;
    }
    at += 2;
    const back = (WINDOW_START + length - (low! | ((high & 0xf0) << 4))) & (WINDOW - 1);
    const from = length - (back === 0 ? WINDOW : back);
    for (let offset = 0; offset < (high & 0x0f) + COPY_MIN; offset++) {
      bytes[length++] = from + offset < 0 ? 0x20 : bytes[from + offset]!;
    }
  }
  return length === size ? bytes : null;
}
