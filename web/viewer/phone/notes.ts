import type { ViewerItem } from '../../../src/contract/viewer.ts';

/** Longest note, and most notes that a device keeps. */
export const NOTE_MAX_CHARACTERS = 2_000;
const NOTES_MAX = 1_000;
const KEY = 'lectern-notes';

type NoteStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** A note that a person writes to a verse. It is in no request. [D73] */
export interface Note {
  readonly live: string;
  readonly book_id: number;
  readonly chapter: number;
  readonly verse: number;
  /** The verse as it was cited when the note was written. */
  readonly reference: string;
  readonly text: string;
  /** Time of the first writing, ISO 8601. */
  readonly at: string;
}

export type NotedVerse = Omit<Note, 'text' | 'at'>;

const isNote = (value: unknown): value is Note => {
  const { live, book_id, chapter, verse, reference, text, at } = (value ?? {}) as Partial<Record<keyof Note, unknown>>;
  return (
    [live, reference, text, at].every((field) => typeof field === 'string') &&
    [book_id, chapter, verse].every((field) => Number.isInteger(field))
  );
};

/** Reads the notes of this device, oldest first. What is unreadable is left out. */
export function readNotes(storage: NoteStorage | null): Note[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isNote) : [];
  } catch {
    return [];
  }
}

export const isSameVerse = (one: NotedVerse, other: NotedVerse): boolean =>
  one.live === other.live &&
  one.book_id === other.book_id &&
  one.chapter === other.chapter &&
  one.verse === other.verse;

/** Returns the notes with a changed one. An empty text deletes it; the oldest makes room for a new one. */
export function withNote(notes: readonly Note[], verse: NotedVerse, text: string, now: Date): Note[] {
  const { live, book_id, chapter, verse: number, reference } = verse;
  const known = notes.find((note) => isSameVerse(note, verse));
  const others = notes.filter((note) => note !== known);
  const kept = text.trim().slice(0, NOTE_MAX_CHARACTERS);
  if (kept === '') return others;
  const at = known?.at ?? now.toISOString();
  const note = { live, book_id, chapter, verse: number, reference: known?.reference ?? reference, text: kept, at };
  return [...others, note].sort((a, b) => a.at.localeCompare(b.at)).slice(-NOTES_MAX);
}

/** Keeps the notes on this device. Returns false if it has no room. */
export function saveNotes(storage: NoteStorage | null, notes: readonly Note[]): boolean {
  try {
    storage?.setItem(KEY, JSON.stringify(notes));
    return storage !== null;
  } catch {
    return false;
  }
}

/** Returns the notes as a text that people share or save. */
export function toNotesText(notes: readonly Note[], formatDay: (at: string) => string): string {
  let day = '';
  return notes
    .map(({ at, reference, text }) => {
      const head = formatDay(at) === day ? '' : `${formatDay(at)}\n\n`;
      day = formatDay(at);
      return `${head}${reference}\n${text}\n`;
    })
    .join('\n');
}

/** Returns the verse of an item that a note is written to. */
export const toNotedVerse = (live: string, { book_id, chapter, verse }: ViewerItem, reference: string): NotedVerse => ({
  live,
  book_id,
  chapter,
  verse,
  reference,
});
