import { DamagedEditionError } from '../sources/edition-source.ts';
import type { SourcePosition } from './collected-book.ts';

/** Places that a refusal names. [D30] */
const NAMED_MAX = 50;

/** What is wrong with a source, as far as it can be read, so that a person can mend all of it at once. */
export class EditionErrors {
  readonly #named: DamagedEditionError[] = [];
  readonly #advice = new Set<string>();
  #count = 0;
  /** Files that could not be read to their end. */
  readonly #brokenOff = new Set<string>();

  add({ file, line }: SourcePosition, reason: string): void {
    this.#count++;
    if (this.#named.length < NAMED_MAX) this.#named.push(new DamagedEditionError(file, line, reason));
  }

  addError(error: DamagedEditionError): void {
    this.#count++;
    if (this.#named.length < NAMED_MAX) this.#named.push(error);
  }

  /** What a person can do, told once below the places. */
  addAdvice(advice: string): void {
    this.#advice.add(advice);
  }

  get hasAny(): boolean {
    return this.#count > 0;
  }

  /** Goes on with the next file after one that cannot be read further. */
  async catchDamage(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof DamagedEditionError)) throw error;
      this.addError(error);
      this.#brokenOff.add(error.file);
    }
  }

  /** Whether verses of the file may lack words because it could not be read to its end. */
  isTruncated(file: string): boolean {
    return this.#brokenOff.has(file);
  }

  /** Throws DamagedEditionError with all that was found, if there was anything. */
  throwIfAny(): void {
    if (this.#named.length > 0) throw DamagedEditionError.of(this.#named, this.#count, [...this.#advice]);
  }
}
