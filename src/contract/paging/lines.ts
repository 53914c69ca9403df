import type { Line } from './pages.ts';

/**
 * Fields of a queue item that assign it to a line and a run. Without them, the item is a line and run of its own, with
 * its id. [D53]
 */
interface LineItem {
  readonly id: string;
  readonly text: string;
  readonly line?: string | null;
  readonly run?: string | null;
}

export interface ItemLine<Item> extends Line {
  readonly id: string;
  /** Items of each translation, in the order of the queue. `texts` has one text per translation. */
  readonly translations: readonly (readonly Item[])[];
}

export const lineIdOf = ({ id, line }: Omit<LineItem, 'text'>): string => line ?? id;
const runIdOf = ({ id, run }: LineItem): string => run ?? id;

/**
 * Groups the items of a queue into lines, in the order of their first items. `translationOf` returns the key of a
 * translation.
 */
export function toLines<Item extends LineItem>(
  items: Iterable<Item>,
  translationOf: (item: Item) => string,
): ItemLine<Item>[] {
  const lines = new Map<string, { run: string; byTranslation: Map<string, Item[]> }>();
  for (const item of items) {
    const id = lineIdOf(item);
    let line = lines.get(id);
    if (!line) {
      line = { run: runIdOf(item), byTranslation: new Map() };
      lines.set(id, line);
    }
    const translation = translationOf(item);
    const known = line.byTranslation.get(translation);
    if (known) known.push(item);
    else line.byTranslation.set(translation, [item]);
  }
  return Array.from(lines, ([id, { run, byTranslation }]) => {
    const translations = [...byTranslation.values()];
    return { id, run, translations, texts: translations.map((each) => each.map(({ text }) => text).join(' ')) };
  });
}
