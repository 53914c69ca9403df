/** What `/screen` shows, and how its script asks for what comes next. [D61] */

export const SCREEN_PATH = '/screen';
/** Where the script asks: POST with JSON, and the cookie of the page. */
export const SCREEN_CODE_PATH = '/screen/code';
/** Parameter of an output's address: the page was opened by `/screen`, and goes back there when the output is gone. */
export const FROM_SCREEN = 'from=screen';
export const isFromScreen = (parameters: URLSearchParams): boolean => parameters.get('from') === 'screen';

/** A QR code as an SVG path: one square of side 1 for each dark module. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** A code to be shown, with the QR code that opens the console with it. */
export interface ShownCode {
  readonly code: string;
  readonly qr: QrPath;
}

/** `code`: null where what is shown holds. `output`: the address of the output that the screen was given. */
export interface ScreenCodeResponse {
  readonly code: ShownCode | null;
  readonly output: string | null;
}

/** "7K3M9P" → ["7K3", "M9P"]: easier to read and to type. */
export const toCodeGroups = (code: string): readonly string[] => code.match(/.{1,3}/g) ?? [];

/** How many letters of a code are much wider than the others: the more, the smaller the page sets it. */
export const countWideLetters = (code: string): number => code.match(/[MW]/g)?.length ?? 0;
