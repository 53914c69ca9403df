import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { toQuotation } from './quote.ts';
import type { SongVerse } from './song-verse.ts';
import { parseVerseLabel, type VerseKind, type VerseLabel } from './verse-label.ts';

/** A verse with words, under an id of its own. */
export interface NamedVerse {
  /** The kind and number: "v1", "c1", "v2a". */
  readonly id: string;
  readonly label: string | null;
  readonly parsed: VerseLabel | null;
  readonly slides: readonly (readonly string[])[];
  readonly translations: readonly ReadonlyMap<string, readonly string[]>[];
  readonly chords: SongVerse['chords'];
}

export interface NamedVerses {
  readonly verses: readonly NamedVerse[];
  /** For each verse of the file, in its order, the verses that are sung there. */
  readonly sung: readonly (readonly NamedVerse[])[];
}

/** Receives what a person should know about the names. */
interface NamingReport {
  omit(kind: 'empty_verses'): void;
  warn(warning: ImportNotice): void;
}

const toId = (kind: VerseKind, number: number, part = ''): string => `${kind}${number}${part}`;
const textOf = ({ slides }: Pick<NamedVerse, 'slides'>): string => slides.flat().join('\n');
const keyOf = ({ kind, number, part }: VerseLabel): string => `${kind}${number ?? ''}${part}`;

/**
 * Gives each verse an id. A verse that has the words of an earlier one, or only its label, is a repetition of it. Two
 * verses under one label but with different words are two verses. Numbers that labels state are kept for them.
 */
export function nameVerses(collected: readonly SongVerse[], report: NamingReport): NamedVerses {
  const verses: NamedVerse[] = [];
  const sung: NamedVerse[][] = [];
  const byText = new Map<string, NamedVerse[]>();
  const used = new Set<string>();
  const stated = new Set(collected.flatMap(({ parsed }) => (parsed?.number ? [toId(parsed.kind, parsed.number)] : [])));
  const next = new Map<VerseKind, number>();

  const nextId = (kind: VerseKind): string => {
    let number = next.get(kind) ?? 1;
    while (stated.has(toId(kind, number)) || used.has(toId(kind, number))) number++;
    next.set(kind, number + 1);
    return toId(kind, number);
  };

  for (const { label, parsed, line, slides, translations, chords, mayRepeat } of collected) {
    const times = parsed?.times ?? 1;
    const here: NamedVerse[] = [];
    sung.push(here);
    const sing = (verse: NamedVerse, count: number) => here.push(...Array.from({ length: count }, () => verse));
    const earlier = label === null ? [] : findNamed(label, verses);
    if (slides.length === 0) {
      if (earlier.length === 0) report.omit('empty_verses');
      for (const verse of earlier) sing(verse, times);
      continue;
    }
    const text = textOf({ slides });
    const same = byText.get(text)?.find((verse) => isCompatible(verse.parsed, parsed));
    if (same) {
      sing(same, times);
      continue;
    }
    // A label of an earlier verse, alone in its paragraph, repeats that verse. The words belong to another one.
    if (mayRepeat) for (const verse of earlier) sing(verse, times);
    const own = mayRepeat ? null : parsed;
    const kind = own?.kind ?? (label === null || mayRepeat ? 'v' : 'o');
    const wanted = own?.number ? toId(own.kind, own.number, own.part) : null;
    if (wanted !== null && used.has(wanted)) {
      const quoted = toQuotation(label!);
      report.warn(
        line === null
          ? toNotice('song_label_reused', { label: quoted })
          : toNotice('song_label_reused_in_line', { label: quoted, line }),
      );
    }
    const id = wanted === null || used.has(wanted) ? nextId(kind) : wanted;
    used.add(id);
    const verse = { id, label: mayRepeat ? null : label, parsed: own, slides, translations, chords };
    verses.push(verse);
    sing(verse, mayRepeat ? 1 : times);
    byText.set(text, [...(byText.get(text) ?? []), verse]);
  }
  return { verses, sung };
}

/** Returns whether a verse with the same words may be the same one: "Verse 1" and "Verse 2" are two. */
function isCompatible(known: VerseLabel | null, later: VerseLabel | null): boolean {
  if (!known || !later) return true;
  return known.kind === later.kind && (later.number === null || keyOf(known) === keyOf(later));
}

/**
 * Returns the verses that a label means: those with the same label; else the one of this kind and number; else, if it
 * states no part, all parts; else, without a number, the first of its kind.
 */
export function findNamed(label: string, verses: readonly NamedVerse[]): NamedVerse[] {
  const same = verses.find((verse) => verse.label?.toLowerCase() === label.toLowerCase());
  if (same) return [same];
  const wanted = parseVerseLabel(label, { codes: true });
  if (!wanted) return [];
  const ofKind = verses.filter(({ parsed }) => parsed?.kind === wanted.kind);
  const exact = ofKind.find(({ parsed }) => keyOf(parsed!) === keyOf(wanted));
  if (exact) return [exact];
  if (wanted.number === null) return ofKind.slice(0, 1);
  if (wanted.part === '') {
    const parts = ofKind.filter(({ parsed }) => parsed!.number === wanted.number);
    if (parts.length > 0) return parts;
  }
  // Verses without a number of their own are counted.
  const counted = verses.find(({ id }) => id === toId(wanted.kind, wanted.number!, wanted.part));
  return counted ? [counted] : [];
}
