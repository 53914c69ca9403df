import { UNKNOWN_RIGHTS } from '../contract/edition-library.ts';
import type { TranslationRights } from '../contract/schemas/translation.ts';

/** The address of a source that neither the person nor the source states. */
const UNKNOWN_SOURCE = 'Unknown';

/** Values with which earlier versions stored unknown rights. */
const FORMER_STATUS = 'Unknown';
const FORMER_ENDING = / \(rights unknown\)$/;

/**
 * Completes stated rights. Nothing is guessed: a notice of copyright or a license is a status, and without any the
 * rights are unknown. The attribution is the notice of copyright, else the name of the edition. [D30]
 */
export function completeRights(name: string, stated: Partial<TranslationRights>): TranslationRights {
  const { license_id, license_url, copyright, change_notice } = stated;
  return {
    edition: stated.edition ?? name,
    rights_status: stated.rights_status ?? license_id ?? copyright ?? UNKNOWN_RIGHTS,
    source_url: stated.source_url ?? UNKNOWN_SOURCE,
    attribution: stated.attribution ?? copyright ?? name,
    ...(license_id && { license_id }),
    ...(license_url && { license_url }),
    ...(copyright && { copyright }),
    ...(change_notice && { change_notice }),
  };
}

/** Returns the rights of an edition from an earlier version as this one completes them; null if they are current. */
export function mendRights(name: string, rights: TranslationRights): TranslationRights | null {
  if (rights.rights_status !== FORMER_STATUS) return null;
  const { rights_status: _, attribution, ...stated } = rights;
  return completeRights(name, FORMER_ENDING.test(attribution) ? stated : { ...stated, attribution });
}
