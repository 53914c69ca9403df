import { type ImportNotice, toNotice } from '../contract/import-notices.ts';

/** A text, also one without end, or a name without quotes. */
const TOKEN = /"(?:[^"\\]+|\\.?)*"?|\b[A-Za-z_]\w*\b(?=\s{0,20}:)/gs;
/** Control codes, which JSON requires to be escaped in texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const CONTROL = /[\u0000-\u001f]/g;

/** A text that is not JSON. */
export class LooseJsonError extends Error {
  readonly line: number | null;
  readonly notice: ImportNotice;

  constructor(line: number | null, notice: ImportNotice) {
    super(notice.message);
    this.line = line;
    this.notice = notice;
  }
}

/** Quotes names, and escapes control codes in texts. */
function toStrict(text: string): string {
  try {
    return text
      .replace(/^\ufeff/, '')
      .replace(TOKEN, (token) =>
        token.startsWith('"')
          ? token.replace(CONTROL, (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : `"${token}"`,
      );
  } catch (error) {
    // A text with some million escapes is too much for the pattern.
    if (error instanceof RangeError) throw new LooseJsonError(null, toNotice('file_damaged'));
    throw error;
  }
}

/**
 * Parses JSON, also with names without quotes and with line breaks in texts, as VideoPsalm writes it. Nothing is
 * guessed: a text that is cut off is refused. Throws LooseJsonError.
 */
export function parseLooseJson(text: string): unknown {
  const strict = toStrict(text);
  try {
    return JSON.parse(strict);
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    const at = position === undefined ? null : Number(position);
    if (/^Unterminated|end of JSON/.test(message) || (at !== null && at >= strict.trimEnd().length)) {
      throw new LooseJsonError(null, toNotice('file_cut_off'));
    }
    // Line breaks in texts were escaped.
    const line = at === null ? null : strict.slice(0, at).split(/\n|\\u000a/).length;
    throw new LooseJsonError(line, toNotice('file_damaged'));
  }
}
