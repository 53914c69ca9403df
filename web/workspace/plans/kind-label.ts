import type { WorkspaceStrings } from '../../../src/locales/en/workspace/index.ts';
import type { AddOption } from './add-options.ts';
import type { PlanEditor } from './plan-editor.ts';

/** Returns the word for what an entry shows. A deck is a song, or slides. */
export function kindLabel(
  { kind, deckId }: { readonly kind: AddOption['kind']; readonly deckId?: string | undefined },
  { decks }: PlanEditor,
  { kinds }: WorkspaceStrings['plans'],
): string {
  const isSong = deckId !== undefined && decks?.get(deckId)?.kind === 'song';
  return kinds[isSong ? 'song' : kind];
}
