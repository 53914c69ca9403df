import { encode } from 'uqr';

/** Width of the quiet zone around a QR code, in modules. ISO/IEC 18004 §5.3.8 */
const BORDER = 4;

/** QR code as an SVG path, with a square of side 1 for each dark module. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** Returns the QR code of a text. `ecc` is the level of error correction. */
export function toQrPath(text: string, ecc: 'L' | 'M' = 'L'): QrPath {
  const { size, data } = encode(text, { border: BORDER, ecc });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
