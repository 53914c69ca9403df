import { toBaseName } from '../sources/base-name.ts';

/**
 * The decks of an import, by the names of their songs, and of their files, because programs name files from other
 * folders.
 */
export class ImportedDecks {
  readonly #byName = new Map<string, string>();
  readonly #byFile = new Map<string, string>();

  /** Adds a deck. The first of a file name counts. */
  add(name: string, deckId: string): void {
    this.#byName.set(name, deckId);
    const file = toFileName(name);
    if (!this.#byFile.has(file)) this.#byFile.set(file, deckId);
  }

  /** Returns the id of the deck of a song, or null. */
  find(name: string): string | null {
    return this.#byName.get(name) ?? this.#byFile.get(toFileName(name)) ?? null;
  }

  /** Removes decks that could not be created. */
  remove(deckIds: ReadonlySet<string>): void {
    removeValues(this.#byName, deckIds);
    removeValues(this.#byFile, deckIds);
  }
}

/** Removes the entries of a map that have one of these values. */
export function removeValues<Value>(map: Map<unknown, Value>, values: ReadonlySet<Value>): void {
  if (values.size === 0) return;
  for (const [key, value] of map) if (values.has(value)) map.delete(key);
}

/** Returns the name of a file without its folders, its ending and its case. */
const toFileName = (path: string): string => toBaseName(path.slice(path.lastIndexOf('/') + 1)).toLowerCase();
