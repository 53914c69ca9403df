import { type BreakKind, type SenseBreak, senseBreaks } from './sense-breaks.ts';

/**
 * How much a part may differ from its even share to end at a better break: the square of the difference, as a part of the share, weighs as
 * much as these. A sentence that ends a fifth off is preferred to a comma in the middle.
 */
const COST: Record<BreakKind, number> = { paragraph: 0, sentence: 0.02, semicolon: 0.06, comma: 0.12, word: 0.4 };
/** What a comma costs more where another mark is this close, in code units: it stands in a list, whose items belong together. */
const NEAR = 22;
const COST_AFTER_MARK = 0.14;
const COST_BEFORE_MARK = 0.12;
/** More parts than are needed at least, to find some that stay within the limit. */
const MORE_PARTS_MAX = 4;

/** Counts code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Divides the texts of one line, which are its translations, into the same number of parts. Each part of all texts together has at most
 * `limit` characters where sense breaks allow that. Returns the parts in order; each has one text a translation. [D54]
 */
export function divideLine(texts: readonly string[], limit: number): string[][] {
  const characters = countAllCharacters(texts);
  if (characters <= limit) return [[...texts]];
  const breaks = texts.map(senseBreaks);
  const most = Math.min(...breaks.map((each) => each.length + 1));
  const least = Math.min(most, Math.max(2, Math.ceil(characters / limit)));
  let parts = [[...texts]];
  for (let count = least; count <= Math.min(most, least + MORE_PARTS_MAX); count++) {
    parts = divide(texts, breaks, count);
    if (parts.every((part) => countAllCharacters(part) <= limit)) break;
  }
  return parts;
}

/** The same of all texts together. */
export const countAllCharacters = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + countCharacters(text), 0);

/** Divides the first text evenly, and the others where the first one is divided. */
function divide(texts: readonly string[], breaks: readonly (readonly SenseBreak[])[], count: number): string[][] {
  let shares = Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);
  const divided = texts.map((text, index) => {
    const chosen = chooseBreaks(breaks[index]!, text.length, shares);
    if (index === 0) shares = chosen.map(({ end }) => end / text.length);
    return cut(text, chosen);
  });
  return Array.from({ length: count }, (_, part) => divided.map((parts) => parts[part]!));
}

/** Chooses a break for each share (0 to 1, rising) of the text, such that all together cost least. */
function chooseBreaks(breaks: readonly SenseBreak[], length: number, shares: readonly number[]): SenseBreak[] {
  const ownCosts = costsOf(breaks);
  const parts = shares.length + 1;
  // For each part, and each break that may end it: the least cost, and the index of the break that ends the part before.
  let costs: number[] = [];
  const before: number[][] = [];
  shares.forEach((share, part) => {
    const previous = costs;
    const cheapest: number[] = [];
    let best = -1;
    costs = breaks.map(({ end }, index) => {
      const cost = ((end / length - share) * parts) ** 2 + ownCosts[index]!;
      if (part === 0) return cost;
      if (index > 0 && (best < 0 || previous[index - 1]! < previous[best]!)) best = index - 1;
      cheapest.push(best);
      return best < 0 ? Number.POSITIVE_INFINITY : previous[best]! + cost;
    });
    before.push(cheapest);
  });
  let index = costs.indexOf(Math.min(...costs));
  const chosen: SenseBreak[] = [];
  for (let part = shares.length - 1; part >= 0; part--) {
    chosen.unshift(breaks[index]!);
    index = before[part]![index] ?? -1;
  }
  return chosen;
}

function costsOf(breaks: readonly SenseBreak[]): number[] {
  const marks = breaks.filter(({ kind }) => kind !== 'word');
  const places = new Map(marks.map((mark, place) => [mark, place]));
  return breaks.map((each) => {
    const place = places.get(each);
    if (place === undefined || each.kind !== 'comma') return COST[each.kind];
    const [previous, next] = [marks[place - 1], marks[place + 1]];
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
