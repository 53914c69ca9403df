import type { TranslationRights } from '../../../contract/schemas/translation.ts';
import type { XmlAttributes, XmlContent } from '../../../import-files/xml.ts';
import { readEditionLanguage, type StatedLanguage } from '../shared/edition-language.ts';
import { toTranslationRights } from '../shared/edition-rights.ts';

const FIELDS = new Set(['title', 'rights', 'language', 'identifier', 'source']);

/** The metadata of the document's own work in the header of an OSIS document. Other works are only references. */
export class OsisHeader {
  #own: string | null = null;
  #textLanguage: string | null = null;
  #work: string | null = null;
  /** Texts of elements by work and element name. The first text of an element counts. */
  readonly #fields = new Map<string, string>();
  #firstWork: string | null = null;

  startText({ osisIDWork, 'xml:lang': language }: XmlAttributes): void {
    this.#own ??= osisIDWork ?? null;
    this.#textLanguage ??= language ?? null;
  }

  /** Handles an element within the header. */
  open(name: string, attributes: XmlAttributes): XmlContent {
    if (name === 'work') {
      this.#work = attributes.osisWork ?? '';
      this.#firstWork ??= this.#work;
      return true;
    }
    const work = this.#work;
    if (work === null || !FIELDS.has(name)) return name === 'header' || name === 'teiHeader';
    return {
      whole: (text) => {
        const key = `${work}/${name}`;
        if (text !== '' && !this.#fields.has(key)) this.#fields.set(key, text);
      },
    };
  }

  #field(name: string): string | null {
    for (const work of [this.#own, this.#firstWork]) {
      const field = this.#fields.get(`${work}/${name}`);
      if (field !== undefined) return field;
    }
    return null;
  }

  get name(): string | null {
    return this.#field('title');
  }

  get stated(): StatedLanguage {
    return readEditionLanguage(this.#textLanguage ?? this.#field('language') ?? '');
  }

  get rights(): Partial<TranslationRights> {
    const source = [this.#field('source'), this.#field('identifier')].find((text) => text?.startsWith('http'));
    return toTranslationRights({
      edition: this.#field('title'),
      statement: this.#field('rights'),
      url: source,
    });
  }

  get sourceId(): string | null {
    const id = this.#field('identifier') ?? this.#own;
    return id === null ? null : `osis:${id}`;
  }
}
