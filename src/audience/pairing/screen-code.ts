import type { ShownCode } from '../../contract/pairing.ts';
import { toQrPath } from '../../contract/qr-path.ts';

/** Returns a pairing code, and the QR code of a console address that fills it in without submitting it. [D61] */
export const toShownCode = (code: string, consoleOrigin: string): ShownCode => ({
  code,
  qr: toQrPath(`${consoleOrigin}/console?pair=${code}`, 'M'),
});
