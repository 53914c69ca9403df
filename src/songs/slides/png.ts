import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Fast: the image is decoded and encoded again at once. */
const DEFLATE = { level: 1 };

/** Rows of pixels, three bytes each: red, green and blue. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Distance between the beginnings of two rows, in bytes. */
  readonly stride: number;
  readonly bytes: Uint8Array;
}

/** Encodes an opaque image as PNG, with the filter 0 in each row. (PNG, sections 5 and 11) */
export function encodePng({ width, height, stride, bytes }: Pixels): Buffer {
  const length = width * 3;
  const rows = Buffer.alloc((length + 1) * height);
  for (let y = 0; y < height; y++) rows.set(bytes.subarray(y * stride, y * stride + length), y * (length + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a sample, and colors without alpha.
  header.set([8, 2], 8);
  return Buffer.concat([
    SIGNATURE,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(rows, DEFLATE)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
