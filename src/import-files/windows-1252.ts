/** The characters of Windows-1252 from 0x80; five codes are unassigned. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Replaces control codes with Windows-1252 characters. Text in Windows-1252 that was read as Latin-1 has control codes
 * in place of quotation marks, dashes and the like. [D30]
 */
export const repairWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!);
