import { foldText } from '../../../src/contract/fold-text.ts';

export interface PaletteEntry {
  readonly name: string;
  /** Formatted keys: "Ctrl+Z". */
  readonly keys: string;
  run(): unknown;
  /** Runs the command with the text after its name. */
  takes?(text: string): unknown;
}

/**
 * Returns the commands that the text after `>` can mean. A command that takes a text comes first if the typed text
 * begins with its name. Then come those in whose names words begin with every typed word, and then those that contain
 * them.
 */
export function rankEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const typed = foldText(query).split(/\s+/).filter(Boolean);
  const withText = entries.flatMap((entry) => {
    const text = entry.takes && textAfter(query, entry.name);
    return text ? [{ ...entry, name: `${entry.name}: ${text}`, run: () => entry.takes!(text) }] : [];
  });
  const others = entries.flatMap((entry) => {
    const rank = rankOf(foldText(entry.name), typed);
    return rank === null ? [] : [{ entry, rank }];
  });
  return [...withText, ...others.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)];
}

/** Returns the text after the name of a command, or after its first word; an empty text without one. */
function textAfter(query: string, name: string): string {
  const names = [name, name.split(' ')[0]!].map((one) => `${foldText(one)} `);
  const begins = names.find((one) => foldText(query).startsWith(one));
  return begins ? query.trim().split(/\s+/).slice(begins.trim().split(' ').length).join(' ') : '';
}

function rankOf(name: string, typed: readonly string[]): number | null {
  const words = name.split(/[^\p{L}\p{N}]+/u);
  if (typed.every((part) => words.some((word) => word.startsWith(part)))) return 0;
  return typed.every((part) => name.includes(part)) ? 1 : null;
}
