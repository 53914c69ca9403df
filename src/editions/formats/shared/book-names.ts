import type { Language } from '../../../contract/schemas/translation.ts';
import { bookName } from '../../../domain/scripture/canon.ts';
import type { NameOf } from '../../collector/edition-collector.ts';

/** Names books as the edition does, and otherwise as is usual in its language. */
export const toNameOf =
  (names: ReadonlyMap<number, string>, language: Language | null): NameOf =>
  (bookId) =>
    names.get(bookId) || bookName(bookId, language ?? 'und');
