import { encode } from 'uqr';
import type { QrPath, ShownCode } from '../../contract/pairing.ts';

/** Width of the quiet zone around a QR code, in modules. ISO/IEC 18004 §5.3.8 */
const BORDER = 4;

/** Returns a pairing code, and the QR code of a console address that fills it in without submitting it. [D61] */
export const toShownCode = (code: string, consoleOrigin: string): ShownCode => ({
  code,
  qr: toQrPath(`${consoleOrigin}/console?pair=${code}`),
});

function toQrPath(text: string): QrPath {
  const { size, data } = encode(text, { border: BORDER, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
