import {
  NAME_MAX_CHARACTERS,
  PLAN_MAX_ENTRIES,
  PLAN_NOTE_MAX_CHARACTERS,
  PLAN_PERSON_MAX_CHARACTERS,
  PLAN_TITLE_MAX_CHARACTERS,
} from '../contract/limits.ts';
import { toPlainLine } from '../import-files/import-source.ts';
import { findDate } from './collections/find-date.ts';
import type { ImportedPlan } from './imported-plan.ts';

/** An order of service whose texts are as long as those of a plan can be. */
export interface ShortPlan extends ImportedPlan {
  /** Whether it had more entries than a plan can have. */
  readonly isCut?: true;
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
  ...(entries.length > PLAN_MAX_ENTRIES && { isCut: true }),
});

/** Returns one line of at most `max` characters. */
export const shorten = (text: string, max: number): string => toPlainLine(text).slice(0, max).toWellFormed().trim();
