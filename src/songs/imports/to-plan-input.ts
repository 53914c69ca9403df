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

/** Ids of the decks of an import, by the names of its songs, and by the names of their files. */
export class ImportedDecks {
  readonly #byName: ReadonlyMap<string, string>;
  readonly #byFile: ReadonlyMap<string, string>;

  constructor(decks: readonly (readonly [name: string, deckId: string])[]) {
    this.#byName = new Map(decks);
    // The first one counts.
    this.#byFile = new Map(decks.map(([name, id]) => [toFileName(name), id] as const).reverse());
  }

  /** Returns the song of a name; else, because programs name files from other folders, the first one of such a file. */
  find(song: string): string | undefined {
    return this.#byName.get(song) ?? this.#byFile.get(toFileName(song));
  }
}

/** The contents that entries of an imported plan can show. */
export interface PlanContents {
  readonly decks: ImportedDecks;
  /** Passages that can be read. */
  readonly passages: ReadonlySet<string>;
  /** Returns the id of the deck of the organization with a title. */
  findByTitle(title: string): string | null;
}

/** Returns the plan of an organization. Entries without a song or a passage that can be read are headings. [D65] */
export function toPlanInput({ title, date, entries }: ImportedPlan, contents: PlanContents): PlanInput {
  return {
    name: shorten(title, NAME_MAX_CHARACTERS) || 'Plan',
    date: date !== null && isDate(date) ? date : null,
    entries: entries.slice(0, PLAN_MAX_ENTRIES).map((entry) => toEntry(entry, contents)),
  };
}

/** Returns the deck of an entry: its song, else the deck with its title. */
function findDeck({ song, passage, title }: ImportedPlanEntry, { decks, findByTitle }: PlanContents) {
  const same = song === undefined ? undefined : decks.find(song);
  if (same !== undefined) return same;
  return passage === undefined ? findByTitle(title) : null;
}

/** Returns the name of a file without its folders, its ending and its case. */
const toFileName = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w{1,9}$/, '')
    .toLowerCase();

function toEntry(entry: ImportedPlanEntry, contents: PlanContents): PlanEntryInput {
  const { song, passage, minutes, person = '' } = entry;
  const { passages } = contents;
  const deckId = findDeck(entry, contents);
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
    ...(person.trim() !== '' && { person: shorten(person, PLAN_PERSON_MAX_CHARACTERS) }),
  };
}

const shorten = (text: string, max: number): string => toPlainLine(text).slice(0, max).toWellFormed().trim();

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
