import { repairWindows1252, withoutControls } from './normalize-verse-text.ts';

/** Controls which Windows uses for quotation marks and the like. */
const WINDOWS = /[\u0080\u0082-\u008c\u008e\u0091-\u009c\u009e\u009f]/g;
/** Controls that no text has. The byte order mark, which does no harm, is none of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f\u0081\u008d\u008f\u0090\u009d]/g;

interface Tally {
  readonly where: string;
  count: number;
}

/** Mends characters that a text cannot have meant, and remembers how many there were in each file, and where the first was. */
export class CharacterRepairs {
  readonly #windows = new Map<string, Tally>();
  readonly #removed = new Map<string, Tally>();

  /** `where` names the place of what stands `at` an index of the text. */
  repair(text: string, file: string, where: (at: number) => string): string {
    const windows = text.search(WINDOWS);
    const control = text.search(CONTROLS);
    if (windows === -1 && control === -1) return text;
    if (windows !== -1) this.#count(this.#windows, file, text.match(WINDOWS)!.length, () => where(windows));
    if (control !== -1) this.#count(this.#removed, file, text.match(CONTROLS)!.length, () => where(control));
    return withoutControls(repairWindows1252(text));
  }

  get remarks(): string[] {
    return [
      ...toRemarks(this.#windows, 'taken for what Windows means by them, such as ’ and –'),
      ...toRemarks(this.#removed, 'left out: the file may be damaged'),
    ];
  }

  #count(tallies: Map<string, Tally>, file: string, count: number, where: () => string): void {
    const tally = tallies.get(file);
    if (tally) tally.count += count;
    else tallies.set(file, { where: where(), count });
  }
}

const toRemarks = (tallies: ReadonlyMap<string, Tally>, what: string): string[] =>
  [...tallies.values()].map(({ where, count }) =>
    count === 1
      ? `${where}: a control character was ${what}`
      : `${where}, and after that: ${count} control characters were ${what}`,
  );
