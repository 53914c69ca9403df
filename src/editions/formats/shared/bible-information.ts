import type { TranslationRights } from '../../../contract/schemas/translation.ts';
import type { XmlContent } from '../../../import-files/xml.ts';
import { readEditionLanguage, type StatedLanguage } from './edition-language.ts';
import { toTranslationRights } from './edition-rights.ts';

const FIELDS = new Set(['TITLE', 'LANGUAGE', 'RIGHTS', 'SOURCE', 'IDENTIFIER']);

/**
 * The metadata in an INFORMATION block, which Zefania and some OpenSong files have. The first field of each kind
 * counts.
 */
export class BibleInformation {
  readonly #fields = new Map<string, string>();
  /** Whether the block is open, so that its elements are passed to `open`. */
  isOpen = false;
  /** The name of the edition in the root element. */
  #rootName: string | null = null;

  setRootName(name: string | undefined): void {
    this.#rootName ??= name?.trim() || null;
  }

  /** Starts the block. Call the returned function at its end. */
  start(): () => void {
    this.isOpen = true;
    return () => {
      this.isOpen = false;
    };
  }

  /** Handles an element within the block, whose name may be in any case. */
  open(name: string): XmlContent {
    const field = name.toUpperCase();
    if (!FIELDS.has(field)) return false;
    return {
      whole: (text) => {
        if (text !== '' && !this.#fields.has(field)) this.#fields.set(field, text);
      },
    };
  }

  get name(): string | null {
    return this.#fields.get('TITLE') ?? this.#rootName;
  }

  get stated(): StatedLanguage {
    return readEditionLanguage(this.#fields.get('LANGUAGE') ?? '');
  }

  get rights(): Partial<TranslationRights> {
    return toTranslationRights({
      edition: this.name,
      statement: this.#fields.get('RIGHTS'),
      url: this.#fields.get('SOURCE'),
    });
  }

  get identifier(): string | null {
    return this.#fields.get('IDENTIFIER') ?? null;
  }
}
