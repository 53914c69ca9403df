import { type ReportLine, toNotice } from '../../contract/import-notices.ts';
import type { SourcePosition } from '../../import-files/import-source.ts';
import { toReportLine } from '../../import-files/import-source.ts';
import { repairWindows1252 } from '../../import-files/windows-1252.ts';
import { withoutControls } from './normalize-verse-text.ts';

/** Control codes that Windows-1252 uses for quotation marks and the like. */
const WINDOWS = /[\u0080\u0082-\u008c\u008e\u0091-\u009c\u009e\u009f]/g;
/** Control codes and noncharacters that no text contains. The byte order mark is harmless and not included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f\u0081\u008d\u008f\u0090\u009d\ufdd0-\ufdef]/g;

interface Tally {
  readonly where: SourcePosition;
  count: number;
}

/** Repairs invalid characters, and counts them by file with the position of the first. */
export class CharacterRepairs {
  readonly #windows = new Map<string, Tally>();
  readonly #removed = new Map<string, Tally>();

  /** Repairs a text. `where` returns the position of an index in the text. */
  repair(text: string, file: string, where: (at: number) => SourcePosition): string {
    const windows = text.search(WINDOWS);
    const control = text.search(CONTROLS);
    if (windows === -1 && control === -1) return text;
    if (windows !== -1) this.#count(this.#windows, file, text.match(WINDOWS)!.length, () => where(windows));
    if (control !== -1) this.#count(this.#removed, file, text.match(CONTROLS)!.length, () => where(control));
    return withoutControls(repairWindows1252(text));
  }

  get warnings(): ReportLine[] {
    return [...toWarnings(this.#windows, 'edition_windows_character'), ...toWarnings(this.#removed, 'edition_control')];
  }

  #count(tallies: Map<string, Tally>, file: string, count: number, where: () => SourcePosition): void {
    const tally = tallies.get(file);
    if (tally) tally.count += count;
    else tallies.set(file, { where: where(), count });
  }
}

const toWarnings = (
  tallies: ReadonlyMap<string, Tally>,
  code: 'edition_windows_character' | 'edition_control',
): ReportLine[] =>
  [...tallies.values()].map(({ where, count }) =>
    toReportLine(where, count === 1 ? toNotice(code) : toNotice(`${code}s`, { count })),
  );
