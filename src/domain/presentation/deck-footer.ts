import { LecternError } from '../../contract/lectern-error.ts';
import type { DeckFooter, DeckFooterInput } from '../../contract/schemas/presentation.ts';
import { CCLI_PATTERN, PRINTABLE_PATTERN } from '../../contract/text-patterns.ts';

const PRINTABLE = new RegExp(PRINTABLE_PATTERN, 'u');
const CCLI = new RegExp(CCLI_PATTERN, 'u');

/**
 * Combines white space, and treats empty fields as absent. Returns null if all are. Throws `invalid_fields`. [D70]
 */
export function parseFooter(input: DeckFooterInput): DeckFooter | null {
  const read = (field: keyof DeckFooter): string | null => {
    const text = input[field] ?? '';
    if (field === 'ccli' && !CCLI.test(text)) refuse(field, 'must have 1 to 12 digits');
    if (!PRINTABLE.test(text)) refuse(field, 'must be text without control characters');
    return text.replaceAll(/\s+/gu, ' ').trim() || null;
  };
  const footer = {
    authors: read('authors'),
    copyright: read('copyright'),
    ccli: read('ccli'),
    source: read('source'),
  };
  return Object.values(footer).every((text) => text === null) ? null : footer;
}

function refuse(field: keyof DeckFooter, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/footer/${field}`, message }] });
}
