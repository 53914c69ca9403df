import { encode } from 'uqr';
import type { QrPath, ShownCode } from '../../contract/pairing.ts';

/** Light modules around a QR code. ISO/IEC 18004 §5.3.8 */
const BORDER = 4;

/** A code with the QR code that opens the console with it: shown there, and not sent. [D61] */
export const toShownCode = (code: string, publicUrl: string): ShownCode => ({
  code,
  qr: toQrPath(`${publicUrl}/console?pair=${code}`),
});

function toQrPath(text: string): QrPath {
  const { size, data } = encode(text, { border: BORDER, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
