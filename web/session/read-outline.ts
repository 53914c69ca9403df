import type { LecternClient } from '../../clients/typescript/src/index.ts';
import { findOutline, type Outline, type OutlineDeck } from '../../src/contract/outline.ts';

/** Finds what an outline says. Rejects with LecternProblem, or with TypeError on a network error. [D66] */
export const readOutline = (
  { client }: { readonly client: LecternClient },
  decks: Iterable<OutlineDeck>,
  pasted: string,
): Promise<Outline> =>
  findOutline(
    async (text) => (await client.POST('/v1/references/extract', { body: { text } })).data.data,
    decks,
    pasted,
  );
