import {
  NAME_MAX_CHARACTERS,
  PLAN_ENTRY_MAX_MINUTES,
  PLAN_MAX_ENTRIES,
  PLAN_NOTE_MAX_CHARACTERS,
  PLAN_PERSON_MAX_CHARACTERS,
  PLAN_TITLE_MAX_CHARACTERS,
} from '../../contract/limits.ts';
import type { PlanEntryInput } from '../../contract/schemas/plans.ts';
import type { PlanInput } from '../../domain/plans/plans.ts';
import { toPlainLine } from '../../import-files/import-source.ts';
import { findDate } from '../collections/find-date.ts';
import type { ImportedPlan, ImportedPlanEntry } from '../imported-plan.ts';
import type { ImportedDecks } from './imported-decks.ts';

/** The contents that entries of an imported plan can show. */
export interface PlanContents {
  readonly songs: Pick<ImportedDecks, 'find'>;
  /** Passages that can be read. */
  readonly passages: ReadonlySet<string>;
  /** Returns the id of the deck of the organization with a title. */
  findByTitle(title: string): string | null;
}

/** An order of service whose texts are as long as those of a plan can be. */
export interface ShortPlan extends ImportedPlan {
  /** Whether it had more entries than a plan can have. */
  readonly isCut: boolean;
}

/** Shortens an order of service to what a plan can have, so that those of an import fit into memory. */
export const shortenPlan = ({ title, date, entries }: ImportedPlan): ShortPlan => ({
  title: shorten(title, NAME_MAX_CHARACTERS),
  date: date && findDate(date),
  entries: entries.slice(0, PLAN_MAX_ENTRIES).map(({ title, note, person, passage, song, ...entry }) => ({
    ...entry,
    title: shorten(title, PLAN_TITLE_MAX_CHARACTERS),
    ...(note !== undefined && { note: shorten(note, PLAN_NOTE_MAX_CHARACTERS) }),
    ...(person !== undefined && { person: shorten(person, PLAN_PERSON_MAX_CHARACTERS) }),
    ...(passage !== undefined && { passage: shorten(passage, PLAN_NOTE_MAX_CHARACTERS) }),
    ...(song !== undefined && { song: song.slice(0, PLAN_NOTE_MAX_CHARACTERS) }),
  })),
  isCut: entries.length > PLAN_MAX_ENTRIES,
});

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

const shorten = (text: string, max: number): string => toPlainLine(text).slice(0, max).toWellFormed().trim();
