import {
  PART_KINDS,
  type PartKind,
  parsePartId,
  type SongPart,
  toDeckSlideId,
  toPartLabel,
} from '../../session/song-parts.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { Candidate, LookupResult } from './desk-machine.ts';

/** Slide of the song on air. */
export interface SongSlide {
  /** Id of the slide; in a song with an order, `{id}~n` for each time it is sung. */
  readonly id: string;
  readonly title: string | null;
  readonly text: string | null;
}

/** Song on air. */
export interface SongOnAir {
  readonly snapshotId: string;
  readonly slides: readonly SongSlide[];
  /** Index of the slide on air. */
  readonly index: number;
}

type PartNames = Readonly<Record<PartKind, string>>;

/** A kind of part by its letter or the beginning of its name, and a number: "v2", "chorus", "r". */
const TYPED = /^(\p{L}[\p{L}-]*)(\d{0,3})([a-z]?)$/u;

/** The part that a title such as "Chorus" or "Verse 2" names, in the language of the page. */
function parseTitle(title: string | null, names: PartNames): SongPart | null {
  const [, word, number, letter = ''] =
    /^(\p{L}[\p{L} -]*?)(?:\s*(\d{1,3})([a-z]?))?$/u.exec(foldText(title ?? '').trim()) ?? [];
  const kind = PART_KINDS.find((each) => foldText(names[each]) === word);
  return kind ? { kind, number: Number(number) || 1, letter, slide: 1 } : null;
}

/** Returns the label of a slide: "Chorus", "Verse 2 (2)", or null if neither its id nor its title names a part. */
export function toSlidePart(
  { id, title }: Pick<SongSlide, 'id' | 'title'>,
  names: PartNames,
  slides: readonly Pick<SongSlide, 'id'>[],
): string | null {
  const partId = toDeckSlideId(id);
  if (!parsePartId(partId)) return parseTitle(title, names) && title;
  const others = slides.map((slide) => ({ id: toDeckSlideId(slide.id) }));
  return toPartLabel({ id: partId }, names, others);
}

/**
 * Returns the parts of the song on air that the text names, in the order in which they are sung from now on: each part
 * once, by its first slide.
 */
export function findParts(typed: string, song: SongOnAir, names: PartNames): Candidate[] {
  const [, word, number, letter] = TYPED.exec(foldText(typed).trim()) ?? [];
  if (!word) return [];
  const { slides, index, snapshotId } = song;
  const isNamed = (kind: PartKind) => kind === word || foldText(names[kind]).startsWith(word);
  const found = new Map<string, Candidate>();
  const fromNow = [...slides.slice(index + 1), ...slides.slice(0, index + 1)];
  for (const slide of fromNow) {
    const partId = toDeckSlideId(slide.id);
    const part = parsePartId(partId) ?? parseTitle(slide.title, names);
    if (part?.slide !== 1 || found.has(partId) || !isNamed(part.kind)) continue;
    if (number !== '' && Number(number) !== part.number) continue;
    if (letter !== '' && letter !== part.letter) continue;
    found.set(partId, {
      kind: 'part',
      reference: toSlidePart(slide, names, slides)!,
      passages: [],
      exists: true,
      confidence: 1,
      translations: [],
      texts: [{ translation: '', language_tag: null, text: slide.text ?? '' }],
      slide: { id: slide.id, snapshotId },
    });
  }
  return [...found.values()];
}

/** Puts the parts of the song on air before what the text means otherwise. What is ambiguous needs a choice. */
export function withParts(lookup: LookupResult, parts: readonly Candidate[]): LookupResult {
  if (parts.length === 0) return lookup;
  const reading = parts.length === 1 && lookup.reading !== 'one' ? 'one' : 'several';
  return { ...lookup, reading, data: [...parts, ...lookup.data] };
}
