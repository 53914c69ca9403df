import type { TranslationRights } from '../../../contract/schemas/translation.ts';

/** Maximum length of a statement, which is kept verbatim. Longer ones belong on the page of the source. */
const STATEMENT_MAX_CHARACTERS = 1_000;

/** Rights as a file states them. Null, undefined and empty mean that it states nothing. */
export interface StatedRights {
  edition?: string | null | undefined;
  /** A statement about copyright, license or public domain. */
  statement?: string | null | undefined;
  url?: string | null | undefined;
}

/** Returns rights as far as a file states them. Nothing is inferred. */
export function toTranslationRights({ edition, statement, url }: StatedRights): Partial<TranslationRights> {
  const rights: Partial<TranslationRights> = {};
  const stated = statement?.replace(/\s+/g, ' ').trim().slice(0, STATEMENT_MAX_CHARACTERS);
  if (edition) rights.edition = edition;
  if (stated) {
    rights.rights_status = stated;
    if (/©|\(c\)|copyright|urheberrecht|direitos autorais/i.test(stated)) rights.copyright = stated;
    const license = /https?:\/\/creativecommons\.org\/[\w./-]+/i.exec(stated)?.[0].replace(/[.,)]+$/, '');
    if (license) rights.license_url = license;
  }
  if (url && /^https?:\/\/\S+$/i.test(url)) rights.source_url = url;
  return rights;
}
