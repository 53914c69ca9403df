import {
  type Frame,
  largestThatFits,
  measureBounds,
  smallestThatHolds,
  type TextMeasures,
  WORD_CHARACTERS_MAX,
} from './fit.ts';

/** Gap between two columns, in em of the text; the stylesheet's column-gap is the same. */
const COLUMN_GAP_EM = 1.6;
/** Two columns must win this much size over one to be worth their unrest. */
const TWO_COLUMNS_GAIN = 1.2;

export interface FitOptions {
  /** Size in px that text has when nothing limits it. */
  preferred: number;
  /** Text smaller than this in one column may be set in two. 0: never. */
  twoColumnsBelow: number;
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
export function fitElement(body: HTMLElement, frame: Frame, options: FitOptions): number {
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
      body.style.columnCount = columns > 1 ? String(columns) : 'auto';
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

  const one = setting(1);
  let best = one;
  let largest = one.sizeFrom(least);
  if ((largest ?? 0) < options.twoColumnsBelow) {
    const two = setting(2);
    const inTwo = two.sizeFrom(least);
    if (inTwo !== null) {
      // Whether two columns are worth it depends on how small the text is in one.
      const inOne = largest ?? one.sizeFrom(0)!;
      if (inOne < options.twoColumnsBelow && (inTwo > inOne * TWO_COLUMNS_GAIN || !one.holds(inOne))) {
        best = two;
        largest = inTwo;
      }
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
  if (best.columns === 1) evenLines(body, best.widthAt(size));
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
export function showFirst(body: HTMLElement, count: number): void {
  for (const [index, verse] of body.querySelectorAll<HTMLElement>('.verse').entries()) verse.hidden = index >= count;
}

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

/** In em, of this very text: the mean width of a character, and the width of the longest piece that is to stay whole. */
function measureText(body: HTMLElement, block: HTMLElement): TextMeasures {
  body.style.columnCount = 'auto';
  block.style.fontSize = '100px';
  body.style.inlineSize = 'min-content';
  const longest = body.offsetWidth / 100;
  body.style.inlineSize = 'max-content';
  // Paragraphs too stand in one line while they are measured.
  body.classList.add('measured');
  const advance = body.offsetWidth / Math.max(1, body.innerText.length) / 100;
  body.classList.remove('measured');
  return { advance, longest };
}

function overflows(body: HTMLElement): boolean {
  return body.scrollWidth > body.offsetWidth + 1;
}

/** What is left of an area for the text of a block within it, which has padding and border of its own. */
export function frameIn(area: HTMLElement, block: HTMLElement): Frame {
  const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(block);
  const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].map(Number.parseFloat);
  return { width: area.clientWidth - edges.reduce((sum, edge) => sum + edge, 0), height: area.clientHeight };
}
