import { PLAN_ENTRY_MAX_MINUTES, PLAN_NOTE_MAX_CHARACTERS, PLAN_TITLE_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { PlanEntryInput } from '../../contract/schemas/plans.ts';
import type { PlanInput } from '../../domain/plans/plans.ts';
import type { ImportedPlanEntry } from '../imported-plan.ts';
import { type ShortPlan, shorten } from '../shorten-plan.ts';
import type { ImportedDecks } from './imported-decks.ts';

/** The contents that entries of an imported plan can show. */
export interface PlanContents {
  readonly songs: Pick<ImportedDecks, 'find'>;
  /** Passages that can be read. */
  readonly passages: ReadonlySet<string>;
  /** Returns the id of the deck of the organization with a title. */
  findByTitle(title: string): string | null;
}

/** Returns the plan of an organization. Entries without a song or a passage that can be read are headings. [D65] */
export const toPlanInput = ({ title, date, entries }: ShortPlan, contents: PlanContents): PlanInput => ({
  name: title || 'Plan',
  date,
  entries: entries.map((entry) => toEntry(entry, contents)),
});

function toEntry(entry: ImportedPlanEntry, contents: PlanContents): PlanEntryInput {
  const { song, passage, minutes, person = '' } = entry;
  const { songs, passages, findByTitle } = contents;
  const imported = song === undefined ? null : songs.find(song);
  const deckId = imported ?? (passage === undefined ? findByTitle(entry.title) : null);
  const isPassage = passage !== undefined && passages.has(passage);
  // What cannot be shown is kept as a note.
  const unread = passage !== undefined && !isPassage ? [passage] : [];
  const note = shorten([entry.note ?? '', ...unread].filter(Boolean).join(' · '), PLAN_NOTE_MAX_CHARACTERS);
  return {
    ...(deckId !== null
      ? { kind: 'deck', deck_id: deckId }
      : isPassage
        ? { kind: 'passage', passage }
        : { kind: 'heading' }),
    title: shorten(entry.title || passage || song || '', PLAN_TITLE_MAX_CHARACTERS) || '–',
    ...(note !== '' && { note }),
    ...(minutes !== undefined && { minutes: Math.min(Math.max(Math.round(minutes), 1), PLAN_ENTRY_MAX_MINUTES) }),
    ...(person !== '' && { person }),
  };
}
