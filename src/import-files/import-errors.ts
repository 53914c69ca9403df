import type { ImportNotice } from '../contract/import-notices.ts';
import type { SourcePosition } from './import-source.ts';
import { DamagedSourceError } from './import-source.ts';

/** Errors that the message lists. [D30] */
const LISTED_MAX = 50;

/** Collects the errors of a source, so that a person can fix all of them at once. */
export class ImportErrors {
  readonly #listed: DamagedSourceError[] = [];
  /** By message. */
  readonly #advice = new Map<string, ImportNotice>();
  #count = 0;
  /** Files that could not be read to the end. */
  readonly #truncated = new Set<string>();

  add({ file, line }: SourcePosition, reason: string | ImportNotice): void {
    this.#count++;
    if (this.#listed.length < LISTED_MAX) this.#listed.push(new DamagedSourceError(file, line, reason));
  }

  addError(error: DamagedSourceError): void {
    this.#count++;
    if (this.#listed.length < LISTED_MAX) this.#listed.push(error);
  }

  /** Adds advice, which is shown once after the errors. */
  addAdvice(advice: ImportNotice): void {
    this.#advice.set(advice.message, advice);
  }

  get hasAny(): boolean {
    return this.#count > 0;
  }

  /** Runs `read` and adds a DamagedSourceError that it throws, so that the next file can be read. */
  async catchDamage(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof DamagedSourceError)) throw error;
      this.addError(error);
      this.#truncated.add(error.file);
    }
  }

  /** Returns whether the file could not be read to the end, so that its verses may be incomplete. */
  isTruncated(file: string): boolean {
    return this.#truncated.has(file);
  }

  /** Throws one DamagedSourceError for all errors, if there are any. */
  throwIfAny(): void {
    if (this.#listed.length > 0) throw DamagedSourceError.of(this.#listed, this.#count, [...this.#advice.values()]);
  }
}
