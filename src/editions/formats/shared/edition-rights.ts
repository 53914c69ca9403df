import type { TranslationRights } from '../../../contract/schemas/translation.ts';

/** A statement is kept as it stands, up to this; whole pages of rights are for the source to show. */
const STATEMENT_MAX_CHARACTERS = 1_000;

/** What a file says of itself; null, undefined and empty mean that it does not say it. */
export interface StatedRights {
  edition?: string | null | undefined;
  /** Of copyright, licence or public domain. */
  statement?: string | null | undefined;
  url?: string | null | undefined;
}

/** Rights as far as a file states them: nothing is concluded that is not said. */
export function toTranslationRights({ edition, statement, url }: StatedRights): Partial<TranslationRights> {
  const rights: Partial<TranslationRights> = {};
  const said = statement?.replace(/\s+/g, ' ').trim().slice(0, STATEMENT_MAX_CHARACTERS);
  if (edition) rights.edition = edition;
  if (said) {
    rights.rights_status = said;
    if (/©|\(c\)|copyright|urheberrecht|direitos autorais/i.test(said)) rights.copyright = said;
    const license = /https?:\/\/creativecommons\.org\/[\w./-]+/i.exec(said)?.[0].replace(/[.,)]+$/, '');
    if (license) rights.license_url = license;
  }
  if (url && /^https?:\/\/\S+$/i.test(url)) rights.source_url = url;
  return rights;
}
