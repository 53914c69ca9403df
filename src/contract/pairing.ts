import type { QrPath } from './qr-path.ts';

/** Paths and data of the pairing page `/screen`. [D61] */

export const SCREEN_PATH = '/screen';
/** Path that the script polls with POST, JSON and the cookie of the page. */
export const SCREEN_CODE_PATH = '/screen/code';
/** URL parameter of an output page that `/screen` has opened. The page returns there when the output is deleted. */
export const FROM_SCREEN = 'from=screen';
export const isFromScreen = (parameters: URLSearchParams): boolean => parameters.get('from') === 'screen';

/** Pairing code, with a QR code that opens the console with it. */
export interface ShownCode {
  readonly code: string;
  readonly qr: QrPath;
}

/**
 * Response to a poll. `code` is null if the shown code is still valid. `output` is the URL of the assigned output, if
 * any.
 */
export interface ScreenCodeResponse {
  readonly code: ShownCode | null;
  readonly output: string | null;
}

/** Splits a code into readable groups: "7K3M9P" → ["7K3", "M9P"]. */
export const toCodeGroups = (code: string): readonly string[] => code.match(/.{1,3}/g) ?? [];

/** Counts the wide letters of a code. The page reduces the font size by them. */
export const countWideLetters = (code: string): number => code.match(/[MW]/g)?.length ?? 0;
