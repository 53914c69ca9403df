import type { Slide } from '../../src/contract/schemas/presentation.ts';

/**
 * Parts of a song. The id of a slide says which part it is, as imports name it: "v1", "c1", "b1". Further slides of a
 * part follow as "v1-2", "v1-3".
 */
export const PART_KINDS = ['v', 'c', 'p', 'b', 'i', 'e', 'o'] as const;
export type PartKind = (typeof PART_KINDS)[number];

export interface SongPart {
  readonly kind: PartKind;
  readonly number: number;
  /** A letter, or an empty text. */
  readonly letter: string;
  /** Number of the slide within the part, starting at 1. */
  readonly slide: number;
}

const PART_ID = /^([vcpbieo])([1-9]\d{0,2})([a-z]?)(?:-([1-9]\d{0,2}))?$/;

/** Returns the part that an id names, or null. */
export function parsePartId(id: string): SongPart | null {
  const [, kind, number, letter = '', slide = '1'] = PART_ID.exec(id) ?? [];
  return kind ? { kind: kind as PartKind, number: Number(number), letter, slide: Number(slide) } : null;
}

/** Returns the id of a slide as the deck has it, of one that is `{id}~n` in a snapshot of a song with an order. */
export const toDeckSlideId = (id: string): string => id.replace(/~\d+$/, '');

const toPartId = ({ kind, number, letter, slide }: SongPart): string =>
  `${kind}${number}${letter}${slide === 1 ? '' : `-${slide}`}`;

/** Returns the id of the next part of a kind that is not used. */
export function nextPartId(kind: PartKind, used: ReadonlySet<string>): string {
  let number = 1;
  while (used.has(`${kind}${number}`)) number++;
  return `${kind}${number}`;
}

/** Returns an unused id for another slide of the same part, or of the next verse if the id names no part. */
export function nextSlideOfPart(id: string, used: ReadonlySet<string>): string {
  const part = parsePartId(id);
  if (!part) return nextPartId('v', used);
  let { slide } = part;
  while (used.has(toPartId({ ...part, slide }))) slide++;
  return toPartId({ ...part, slide });
}

/** Returns slides with unused ids. Those of a part that is used become the next part of its kind. */
export function renumberParts(added: readonly Slide[], used: ReadonlySet<string>): Slide[] {
  const known = new Set([...used, ...added.map(({ id }) => id)]);
  const ids = new Map<string, string>();
  return added.map((slide) => {
    const part = parsePartId(slide.id);
    if (!part) return slide;
    const first = toPartId({ ...part, slide: 1 });
    if (!ids.has(first)) ids.set(first, used.has(first) ? nextPartId(part.kind, known) : first);
    const { kind, number, letter } = parsePartId(ids.get(first)!)!;
    const id = toPartId({ kind, number, letter, slide: part.slide });
    known.add(id);
    return { ...slide, id };
  });
}

/**
 * Returns the label of a slide of a song, such as "Chorus" or "Verse 2 (2)". The number is omitted if the song has only
 * one part of this kind, except for verses. A slide whose id names no part has its heading as a label.
 */
export function toPartLabel(
  { id, title = null }: Pick<Slide, 'id'> & Partial<Pick<Slide, 'title'>>,
  names: Readonly<Record<PartKind, string>>,
  slides: readonly Pick<Slide, 'id'>[],
): string {
  const part = parsePartId(id);
  if (!part) return title || id;
  const isOnly = !slides.some((other) => {
    const its = parsePartId(other.id);
    return its?.kind === part.kind && (its.number !== part.number || its.letter !== part.letter);
  });
  const number = isOnly && part.kind !== 'v' && part.number === 1 ? '' : ` ${part.number}${part.letter}`;
  return `${names[part.kind]}${number}${part.slide === 1 ? '' : ` (${part.slide})`}`;
}
