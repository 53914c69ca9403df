import { type BreakKind, type SenseBreak, senseBreaks } from './sense-breaks.ts';

/**
 * Cost of each kind of break, on the scale of the squared deviation from an even share. For example, the end of a
 * sentence that is off by a fifth of the share is better than a comma at the exact position.
 */
const COST: Record<BreakKind, number> = { paragraph: 0, sentence: 0.02, semicolon: 0.06, comma: 0.12, word: 0.4 };
/**
 * Distance in code units within which a comma near another mark costs more, because it probably separates items of a
 * list.
 */
const NEAR = 22;
const COST_AFTER_MARK = 0.14;
const COST_BEFORE_MARK = 0.12;
/**
 * A translation is rarely longer than another one by more than this factor. What it has beyond, up to the end of a
 * sentence, is the title of a psalm, if the rest is not too short either.
 */
const LENGTH_RATIO_MAX = 1.35;
const LENGTH_RATIO_MIN = 0.6;
/** Scripts whose texts are about equally long. */
const ALPHABETIC = /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u;
/** Extra parts to try beyond the minimum, to keep every part within the limit. */
const MORE_PARTS_MAX = 4;
/**
 * Maximum number of breaks that are chosen together. The work for a group is its breaks times those to choose from, so
 * the work for a line grows with its length, not with the square of it.
 */
const GROUP_MAX = 16;

/** Counts code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Returns the number of characters that a page holds in all translations together: half as many more for three, and
 * twice as many for four, which have smaller columns. [D54]
 */
export const pageLimit = (translations: number, pageCharacters: number): number =>
  pageCharacters * Math.max(1, Math.min(translations, 4) / 2);

/**
 * Divides the texts of a line, one per translation, into the same number of parts. Each part holds at most what
 * `pageLimit` allows, if sense breaks allow it. Returns the parts in order, each with one text per
 * translation. [D54]
 */
export function divideLine(texts: readonly string[], pageCharacters: number): string[][] {
  const limit = pageLimit(texts.length, pageCharacters);
  const characters = countAllCharacters(texts);
  if (characters <= limit) return [[...texts]];
  const shortest = texts.reduce((one, other) => (other.length < one.length ? other : one));
  const breaks = texts.map((text) => {
    const all = senseBreaks(text);
    const title = findTitleEnd(text, all, shortest);
    return { all: all.filter(({ end }) => end > title), title };
  });
  const most = Math.min(...breaks.map(({ all }) => all.length + 1));
  const least = Math.min(most, Math.max(2, Math.ceil(characters / limit)));
  let parts = [[...texts]];
  for (let count = least; count <= Math.min(most, least + MORE_PARTS_MAX); count++) {
    parts = divide(texts, breaks, count);
    if (parts.every((part) => countAllCharacters(part) <= limit)) break;
  }
  return parts;
}

/** Counts the code points of all texts. */
export const countAllCharacters = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + countCharacters(text), 0);

/** Breaks of a text after its title, which ends at `title`; 0 without one. */
interface TextBreaks {
  readonly all: readonly SenseBreak[];
  readonly title: number;
}

/** Returns the end of a psalm's title that the text has and the shortest of the texts does not have; otherwise 0. */
function findTitleEnd(text: string, breaks: readonly SenseBreak[], shortest: string): number {
  if (!ALPHABETIC.test(text) || !ALPHABETIC.test(shortest)) return 0;
  const most = text.length - shortest.length * LENGTH_RATIO_MIN;
  const least = text.length - shortest.length * LENGTH_RATIO_MAX;
  if (least <= 0) return 0;
  const isSentence = ({ kind }: SenseBreak) => kind === 'sentence' || kind === 'paragraph';
  return breaks.find((each) => each.end >= least && each.end <= most && isSentence(each))?.end ?? 0;
}

/** Divides the first text evenly, and the others at the same relative positions. Titles do not count. */
function divide(texts: readonly string[], breaks: readonly TextBreaks[], count: number): string[][] {
  let shares = Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);
  const divided = texts.map((text, index) => {
    const { all, title } = breaks[index]!;
    const shareOf = ({ end }: SenseBreak): number => (end - title) / (text.length - title);
    const chosen = chooseBreaks(all, shareOf, shares);
    if (index === 0) shares = chosen.map(shareOf);
    return cut(text, chosen);
  });
  return Array.from({ length: count }, (_, part) => divided.map((parts) => parts[part]!));
}

/** A break with its position in the text, from 0 to 1, and its cost. */
interface Candidate {
  readonly sense: SenseBreak;
  readonly share: number;
  readonly cost: number;
}

/** Chooses a break near each share (0 to 1, ascending) of the text, one group of breaks after another. */
function chooseBreaks(
  breaks: readonly SenseBreak[],
  shareOf: (one: SenseBreak) => number,
  shares: readonly number[],
): SenseBreak[] {
  const ownCosts = costsOf(breaks);
  const candidates = breaks.map((sense, index) => ({ sense, share: shareOf(sense), cost: ownCosts[index]! }));
  const parts = shares.length + 1;
  const chosen: SenseBreak[] = [];
  for (let first = 0, start = 0; first < shares.length; first += GROUP_MAX) {
    const group = shares.slice(first, first + GROUP_MAX);
    const later = shares.length - first - group.length;
    // Each later share keeps a break.
    const most = candidates.length - later;
    const reach = later === 0 ? 1 : group.at(-1)! + 1 / parts;
    let end = start + group.length;
    while (end < most && candidates[end]!.share <= reach) end++;
    const indexes = chooseGroup(candidates.slice(start, end), group, parts);
    for (const index of indexes) chosen.push(candidates[start + index]!.sense);
    start += indexes.at(-1)! + 1;
  }
  return chosen;
}

/** Chooses a break near each share, with the least total cost. Returns their indexes. */
function chooseGroup(candidates: readonly Candidate[], shares: readonly number[], parts: number): number[] {
  // Dynamic programming: for each part and each break that can end it, the least cost and the index of the previous
  // break.
  let costs: number[] = [];
  const before: number[][] = [];
  shares.forEach((share, part) => {
    const previous = costs;
    const cheapest: number[] = [];
    let best = -1;
    costs = candidates.map((each, index) => {
      const cost = ((each.share - share) * parts) ** 2 + each.cost;
      if (part === 0) return cost;
      if (index > 0 && (best < 0 || previous[index - 1]! < previous[best]!)) best = index - 1;
      cheapest.push(best);
      return best < 0 ? Number.POSITIVE_INFINITY : previous[best]! + cost;
    });
    before.push(cheapest);
  });
  let index = costs.reduce((least, cost, at) => (cost < costs[least]! ? at : least), 0);
  const chosen: number[] = [];
  for (let part = shares.length - 1; part >= 0; part--) {
    chosen.unshift(index);
    index = before[part]![index] ?? -1;
  }
  return chosen;
}

function costsOf(breaks: readonly SenseBreak[]): number[] {
  const marks = breaks.filter(({ kind }) => kind !== 'word');
  const positions = new Map(marks.map((mark, position) => [mark, position]));
  return breaks.map((each) => {
    const position = positions.get(each);
    if (position === undefined || each.kind !== 'comma') return COST[each.kind];
    const [previous, next] = [marks[position - 1], marks[position + 1]];
    const afterMark = previous && each.end - previous.end <= NEAR ? COST_AFTER_MARK : 0;
    const beforeMark = next && next.end - each.end <= NEAR ? COST_BEFORE_MARK : 0;
    return COST.comma + Math.max(afterMark, beforeMark);
  });
}

function cut(text: string, breaks: readonly SenseBreak[]): string[] {
  const starts = [0, ...breaks.map(({ next }) => next)];
  const ends = [...breaks.map(({ end }) => end), text.length];
  return starts.map((start, index) => text.slice(start, ends[index]));
}
