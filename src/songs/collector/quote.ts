import { toPlainLine } from '../../import-files/import-source.ts';

/** Characters of a text of the file that a message quotes. */
const QUOTED_MAX_CHARACTERS = 60;

/** Shortens a text of the file for the quotation in a message. */
export function toQuotation(text: string): string {
  const short = toPlainLine(text.slice(0, QUOTED_MAX_CHARACTERS));
  return `${short}${text.length > QUOTED_MAX_CHARACTERS ? '…' : ''}`;
}
