import { UNKNOWN_RIGHTS } from '../../src/contract/edition-library.ts';
import type { TranslationRights } from '../../src/contract/schemas/translation.ts';

/** Returns the status of rights, in the language of the page if it is unknown. */
export const describeRights = (
  { rights_status: status }: Pick<TranslationRights, 'rights_status'>,
  { rightsUnknown }: { readonly rightsUnknown: string },
): string => (status === UNKNOWN_RIGHTS ? rightsUnknown : status);
