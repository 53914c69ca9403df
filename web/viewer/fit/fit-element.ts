import {
  type BoxSize,
  largestThatFits,
  measureBounds,
  smallestThatHolds,
  type TextMeasures,
  WORD_CHARACTERS_MAX,
} from './fit.ts';

/** Gap between two columns, in em of the text; the stylesheet's column-gap is the same. */
const COLUMN_GAP_EM = 1.6;
/** Two columns of one text must win this much size to be worth their unrest. Several texts are not read across columns. */
const TWO_COLUMNS_GAIN = 1.2;
/**
 * Em: the widest character that the length of a line is reckoned by where several texts stand together. In a script whose characters are
 * wider, a line of fewer is as good.
 */
const SHARED_ADVANCE_MAX = 0.56;

export interface FitOptions {
  /** Size in px that text has when nothing limits it. */
  preferred: number;
  /** Text smaller than this in the first of `columns` may be set in another of them. 0: never. */
  otherColumnsBelow: number;
  /**
   * Numbers of columns, the preferred one first; one and two unless told. A single text flows through them; of several, each stands in
   * one, in rows as far as there are more texts.
   */
  columns?: readonly number[];
  /** The size the fit asks for is multiplied by this, as far as there is room. */
  scale: number;
  /** Text that would not be this large, px, is not fitted any further, which costs much: 0 is returned. */
  atLeast?: number;
  /** Characters a line at most; 34 unless told. */
  lineMax?: number;
  /** A full line has this many characters at least; 18 unless told. */
  lineMin?: number;
  /** No text is smaller than this, px; a sixtieth of the frame's height unless told. */
  lowest?: number;
  /** Size in px, if there is room, of text that does not fit even at the lowest: it ends earlier, with an ellipsis. */
  endsAt?: number;
  /** What is sized and must fit with all that stands in it, in em of its size; `body` itself unless told. */
  block?: HTMLElement;
}

/**
 * Sets font size, width and columns of `body` so that its text is as large as fits into `frame`, in lines of a good
 * length that are about equally long. Returns the size in px.
 */
export function fitElement(body: HTMLElement, frame: BoxSize, options: FitOptions): number {
  const { block = body, lowest = frame.height / 60, scale, atLeast = 0 } = options;
  const least = Math.max(0, atLeast, atLeast / scale);
  begin(body);
  const text = measureText(body, block);
  breakWords(body, text.longest > WORD_CHARACTERS_MAX * text.advance);
  const stays = () => block.offsetHeight <= frame.height;

  function setting(columns: number) {
    const bounds = measureBounds(frame, text, columns, COLUMN_GAP_EM, options.lineMax, options.lineMin);
    const widthAt = (size: number) => columns * bounds.columnAt(size) + (columns - 1) * COLUMN_GAP_EM * size;
    const set = (size: number) => {
      setColumns(body, columns);
      block.style.fontSize = `${size}px`;
      body.style.inlineSize = `${widthAt(size)}px`;
    };
    const fits = (candidate: number) => {
      set(candidate);
      return stays() && !overflows(body);
    };
    /** The largest size; null where that is smaller than `smallest`. */
    const sizeFrom = (smallest: number) => largestThatFits(lowest, bounds.largest, fits, smallest);
    const holds = (size: number) => size > lowest || fits(size);
    return { columns, set, widthAt, sizeFrom, holds };
  }

  const [first, ...others] = (options.columns ?? [1, 2]).map(setting);
  const one = first!;
  const gain = textsIn(body).length > 1 ? 1 : TWO_COLUMNS_GAIN;
  let best = one;
  let largest = one.sizeFrom(least);
  for (const other of others) {
    if ((largest ?? 0) >= options.otherColumnsBelow) break;
    const size = other.sizeFrom(least);
    if (size === null) continue;
    // Whether other columns are worth it depends on how small the text is in the preferred ones.
    const known = largest ?? best.sizeFrom(0)!;
    if (known < options.otherColumnsBelow && (size > known * gain || !best.holds(known))) {
      best = other;
      largest = size;
    }
  }
  if (largest === null) return 0;
  if (options.endsAt && !best.holds(largest)) {
    for (const size of [Math.max(lowest, Math.min(options.endsAt, options.preferred * scale)), lowest]) {
      one.set(size);
      if (endEarlier(body, frame.height / size, stays)) return size;
    }
  }
  const size = Math.min(largest, Math.min(largest, options.preferred) * scale);
  best.set(size);
  if (best.columns === 1 || textsIn(body).length > 1) evenLines(body, best.widthAt(size));
  return size;
}

/** Lines of a text stay whole where that costs it no more than this part of its size. */
const WHOLE_LINES_PART = 0.6;

/**
 * Fits a text with its lines whole, as those of a song, where it stays large enough, and else as `fit` does by itself. `readable`:
 * the least size in px that whole lines are worth.
 */
export function fitLines(body: HTMLElement, readable: number, fit: (more: Partial<FitOptions>) => number): number {
  body.classList.remove('whole-lines');
  const wrapped = fit({});
  if (body.querySelectorAll('p').length < 2) return wrapped;
  body.classList.add('whole-lines');
  const atLeast = Math.max(readable, wrapped * WHOLE_LINES_PART);
  const whole = fit({ atLeast, endsAt: 0, lineMax: Number.MAX_VALUE });
  if (whole >= atLeast) return whole;
  body.classList.remove('whole-lines');
  return fit({});
}

/** Shows so many of a text's verses, and hides those after them. */
export function showFirstVerses(body: HTMLElement, count: number): void {
  for (const [index, verse] of body.querySelectorAll<HTMLElement>('.verse').entries()) verse.hidden = index >= count;
}

/** Whether the text takes any room: an output can leave it out. [D60] */
export const isRendered = (body: HTMLElement): boolean => body.getClientRects().length > 0;

/** Takes back what another fit has left. */
function begin(body: HTMLElement): void {
  body.classList.remove('ended');
  body.style.webkitLineClamp = '';
  breakWords(body, false);
}

function breakWords(body: HTMLElement, breaks: boolean): void {
  body.style.overflowWrap = breaks ? 'anywhere' : 'normal';
  body.style.hyphens = breaks ? 'auto' : '';
}

/** Leaves as many lines as there is room for, `most` at most, and one at least. Whether there is room for that. */
function endEarlier(body: HTMLElement, most: number, stays: () => boolean): boolean {
  breakWords(body, true);
  body.classList.add('ended');
  for (let lines = Math.ceil(most); lines >= 1; lines--) {
    body.style.webkitLineClamp = String(lines);
    if (stays()) return true;
  }
  return false;
}

/** The narrowest width that needs no more lines, so that the last one is not left short. */
function evenLines(body: HTMLElement, width: number): void {
  const height = body.offsetHeight;
  const even = smallestThatHolds(width / 3, width, (candidate) => {
    body.style.inlineSize = `${candidate}px`;
    return body.offsetHeight <= height && !overflows(body);
  });
  body.style.inlineSize = `${Math.ceil(even)}px`;
}

/** In em, of these very texts: the mean width of a character, and the width of the longest piece that is to stay whole. */
function measureText(body: HTMLElement, block: HTMLElement): TextMeasures {
  setColumns(body, 1);
  block.style.fontSize = '100px';
  body.style.inlineSize = 'min-content';
  // Several texts then stand by themselves, and paragraphs in one line while characters are counted.
  body.classList.add('measuring');
  const longest = body.offsetWidth / 100;
  body.style.inlineSize = 'max-content';
  body.classList.add('measured');
  const texts = textsIn(body);
  const advances = texts.map((text) => text.offsetWidth / Math.max(1, text.innerText.length) / 100);
  body.classList.remove('measuring', 'measured');
  const widest = Math.max(...advances);
  return { advance: texts.length > 1 ? Math.min(widest, SHARED_ADVANCE_MAX) : widest, longest };
}

/** A single text flows through the columns; several stand in them, which the stylesheet does. */
function setColumns(body: HTMLElement, columns: number): void {
  body.style.columnCount = columns > 1 ? String(columns) : 'auto';
  body.style.setProperty('--columns', String(columns));
  body.classList.toggle('beside', columns > 1);
}

/** The texts that `body` holds beside or below each other; itself where it is a text. */
function textsIn(body: HTMLElement): HTMLElement[] {
  return body.classList.contains('several') ? ([...body.children] as HTMLElement[]) : [body];
}

/** Each text by itself: what one that is written from the right has too much, `body` would not tell. */
const overflows = (body: HTMLElement): boolean =>
  textsIn(body).some((text) => text.scrollWidth > text.offsetWidth + 1) || body.scrollWidth > body.offsetWidth + 1;

/** What is left of an area for the text of a block within it, which has padding and border of its own. */
export function contentBoxOf(area: HTMLElement, block: HTMLElement): BoxSize {
  const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(block);
  const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].map(Number.parseFloat);
  return { width: area.clientWidth - edges.reduce((sum, edge) => sum + edge, 0), height: area.clientHeight };
}
