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
import type { ImportedPlan, ImportedPlanEntry } from '../imported-plan.ts';

/** What the entries of an imported plan can show. */
export interface PlanContents {
  /** Ids of decks, by the names of the songs of the import. */
  readonly deckIds: ReadonlyMap<string, string>;
  /** Passages that can be read. */
  readonly passages: ReadonlySet<string>;
}

/** Returns the plan of an organization. Entries without a song or a passage that can be read are headings. [D65] */
export function toPlanInput({ title, date, entries }: ImportedPlan, contents: PlanContents): PlanInput {
  return {
    name: shorten(title, NAME_MAX_CHARACTERS) || 'Plan',
    date: date !== null && isDate(date) ? date : null,
    entries: entries.slice(0, PLAN_MAX_ENTRIES).map((entry) => toEntry(entry, contents)),
  };
}

function toEntry(entry: ImportedPlanEntry, { deckIds, passages }: PlanContents): PlanEntryInput {
  const { song, passage, minutes, person = '' } = entry;
  const deckId = song === undefined ? undefined : deckIds.get(song);
  const isPassage = passage !== undefined && passages.has(passage);
  // What cannot be shown is kept as a note.
  const unread = passage !== undefined && !isPassage ? [passage] : [];
  const note = shorten([entry.note ?? '', ...unread].filter(Boolean).join(' · '), PLAN_NOTE_MAX_CHARACTERS);
  return {
    ...(deckId !== undefined
      ? { kind: 'deck', deck_id: deckId }
      : isPassage
        ? { kind: 'passage', passage }
        : { kind: 'heading' }),
    title: shorten(entry.title || passage || song || '', PLAN_TITLE_MAX_CHARACTERS) || '–',
    ...(note !== '' && { note }),
    ...(minutes !== undefined && { minutes: Math.min(Math.max(Math.round(minutes), 1), PLAN_ENTRY_MAX_MINUTES) }),
    ...(person.trim() !== '' && { person: shorten(person, PLAN_PERSON_MAX_CHARACTERS) }),
  };
}

const shorten = (text: string, max: number): string => toPlainLine(text).slice(0, max).toWellFormed().trim();

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
