import {
  type BoxSize,
  largestThatFits,
  measureBounds,
  smallestThatHolds,
  type TextMeasures,
  WORD_CHARACTERS_MAX,
} from './fit.ts';

/** Gap between two columns, in em of the text; equal to column-gap in the stylesheet. */
const COLUMN_GAP_EM = 1.6;
/** Factor by which two columns must enlarge a single text to be used. Several texts are not read across columns. */
const TWO_COLUMNS_GAIN = 1.2;
/**
 * Maximum character width, in em, for computing the line length of several texts. In scripts with wider characters,
 * lines with fewer characters read as well.
 */
const SHARED_ADVANCE_MAX = 0.56;

export interface FitOptions {
  /** Font size without limits, px. */
  preferred: number;
  /** Font size in px below which other column counts than the first of `columns` are tried. 0: never. */
  otherColumnsBelow: number;
  /**
   * Column counts to try, the preferred one first; default one and two. A single text flows through the columns;
   * several texts take one each, in as many rows as needed.
   */
  columns?: readonly number[];
  /** Factor applied to the preferred size, as far as there is room. */
  scale: number;
  /** Minimum size in px. The fit stops early, because it is costly, and returns 0 if the text would be smaller. */
  atLeast?: number;
  /** Maximum number of characters per line; default 34. */
  lineMax?: number;
  /** Minimum number of characters in a full line; default 18. */
  lineMin?: number;
  /** Minimum font size in px; default 1/60 of the frame's height. */
  minSize?: number;
  /**
   * Font size in px of text that does not fit even at `minSize`, if there is room. Such text is truncated with an
   * ellipsis.
   */
  truncateAt?: number;
  /** Whether the text takes the whole width, rather than the narrowest that needs no more lines. */
  fillsWidth?: boolean;
  /** Element that is sized and must fit with all its content, in em of its size; default `body`. */
  block?: HTMLElement;
}

/**
 * Sets font size, width and columns of `body` so that its text is as large as fits into `frame`, in balanced lines of
 * readable length. Returns the size in px.
 */
export function fitElement(body: HTMLElement, frame: BoxSize, options: FitOptions): number {
  const { block = body, minSize = frame.height / 60, scale, atLeast = 0 } = options;
  const least = Math.max(0, atLeast, atLeast / scale);
  resetFit(body);
  const text = measureText(body, block);
  breakWords(body, text.longest > WORD_CHARACTERS_MAX * text.advance);
  const fitsHeight = () => block.offsetHeight <= frame.height;

  function layOut(columns: number) {
    const bounds = measureBounds(frame, text, columns, COLUMN_GAP_EM, options.lineMax, options.lineMin);
    const widthAt = (size: number) => columns * bounds.columnAt(size) + (columns - 1) * COLUMN_GAP_EM * size;
    const set = (size: number) => {
      setColumns(body, columns);
      block.style.fontSize = `${size}px`;
      body.style.inlineSize = `${widthAt(size)}px`;
    };
    const fits = (candidate: number) => {
      set(candidate);
      return fitsHeight() && !overflows(body);
    };
    /** Returns the largest size, or null if it is smaller than `smallest`. */
    const sizeFrom = (smallest: number) => largestThatFits(minSize, bounds.largest, fits, smallest);
    const holds = (size: number) => size > minSize || fits(size);
    return { columns, set, widthAt, sizeFrom, holds };
  }

  const [first, ...others] = (options.columns ?? [1, 2]).map(layOut);
  const preferredLayout = first!;
  const gain = textsIn(body).length > 1 ? 1 : TWO_COLUMNS_GAIN;
  let best = preferredLayout;
  let largest = preferredLayout.sizeFrom(least);
  for (const other of others) {
    if ((largest ?? 0) >= options.otherColumnsBelow) break;
    const size = other.sizeFrom(least);
    if (size === null) continue;
    // Whether other columns are worthwhile depends on how small the text is in the preferred ones.
    const known = largest ?? best.sizeFrom(0)!;
    if (known < options.otherColumnsBelow && (size > known * gain || !best.holds(known))) {
      best = other;
      largest = size;
    }
  }
  if (largest === null) return 0;
  if (options.truncateAt && !best.holds(largest)) {
    for (const size of [Math.max(minSize, Math.min(options.truncateAt, options.preferred * scale)), minSize]) {
      preferredLayout.set(size);
      if (truncateLines(body, frame.height / size, fitsHeight)) return size;
    }
  }
  const size = Math.min(largest, Math.min(largest, options.preferred) * scale);
  best.set(size);
  if (!options.fillsWidth && (best.columns === 1 || textsIn(body).length > 1)) balanceLines(body, best.widthAt(size));
  return size;
}

/** Fraction of the wrapped size that a text with unwrapped lines must reach. */
const WHOLE_LINES_PART = 0.6;

interface LineSizes {
  /** Minimum font size in px of unwrapped lines. */
  readonly readable: number;
  /** Minimum font size in px of unwrapped lines of a song. */
  readonly sung?: number | false | undefined;
}

/** Fits a text with its lines unwrapped, like those of a song, if it stays large enough, otherwise wrapped. */
export function fitLines(
  body: HTMLElement,
  { readable, sung }: LineSizes,
  fit: (more: Partial<FitOptions>) => number,
): number {
  body.classList.remove('whole-lines');
  if (body.querySelectorAll('p').length < 2) return fit({});
  // Only other text must not lose much size for its lines, so a song is not fitted with wrapped lines first.
  const atLeast = sung || Math.max(readable, fit({}) * WHOLE_LINES_PART);
  body.classList.add('whole-lines');
  const whole = fit({ atLeast, truncateAt: 0, lineMax: Number.MAX_VALUE });
  if (whole >= atLeast) return whole;
  body.classList.remove('whole-lines');
  return fit({});
}

/** Shows the first `count` verses of a text and hides the others. */
export function showFirstVerses(body: HTMLElement, count: number): void {
  for (const [index, verse] of body.querySelectorAll<HTMLElement>('.verse').entries()) verse.hidden = index >= count;
}

/** Returns whether the text is rendered: an output can leave it out. [D60] */
export const isRendered = (body: HTMLElement): boolean => body.getClientRects().length > 0;

/** Resets the styles of a previous fit. */
function resetFit(body: HTMLElement): void {
  body.classList.remove('ended');
  body.style.webkitLineClamp = '';
  breakWords(body, false);
}

function breakWords(body: HTMLElement, breaks: boolean): void {
  body.style.overflowWrap = breaks ? 'anywhere' : 'normal';
  body.style.hyphens = breaks ? 'auto' : '';
}

/** Truncates the text to as many lines as fit, at most `most` and at least one. Returns whether it fits. */
function truncateLines(body: HTMLElement, most: number, fitsHeight: () => boolean): boolean {
  breakWords(body, true);
  body.classList.add('ended');
  for (let lines = Math.ceil(most); lines >= 1; lines--) {
    body.style.webkitLineClamp = String(lines);
    if (fitsHeight()) return true;
  }
  return false;
}

/** Sets the narrowest width that needs no more lines, so that the last line is not left short. */
function balanceLines(body: HTMLElement, width: number): void {
  const height = body.offsetHeight;
  const even = smallestThatHolds(width / 3, width, (candidate) => {
    body.style.inlineSize = `${candidate}px`;
    return body.offsetHeight <= height && !overflows(body);
  });
  body.style.inlineSize = `${Math.ceil(even)}px`;
}

/** Measures the texts in em: the mean character width, and the width of the longest unbreakable piece. */
function measureText(body: HTMLElement, block: HTMLElement): TextMeasures {
  setColumns(body, 1);
  block.style.fontSize = '100px';
  body.style.inlineSize = 'min-content';
  // While `measuring`, several texts stand separately; while `measured`, paragraphs take one line each.
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

/** Sets the number of columns. A single text flows through them; the stylesheet places several texts in them. */
function setColumns(body: HTMLElement, columns: number): void {
  body.style.columnCount = columns > 1 ? String(columns) : 'auto';
  body.style.setProperty('--columns', String(columns));
  body.classList.toggle('beside', columns > 1);
}

/** Returns the texts inside `body`, or `body` itself if it is a text. */
function textsIn(body: HTMLElement): HTMLElement[] {
  return body.classList.contains('several') ? ([...body.children] as HTMLElement[]) : [body];
}

/** Measures each text separately: `body` does not report the overflow of right-to-left text. */
const overflows = (body: HTMLElement): boolean =>
  textsIn(body).some((text) => text.scrollWidth > text.offsetWidth + 1) || body.scrollWidth > body.offsetWidth + 1;

/** Returns the size of an area minus the horizontal padding and border of a block inside it. */
export function contentBoxOf(area: HTMLElement, block: HTMLElement): BoxSize {
  const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(block);
  const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].map(Number.parseFloat);
  return { width: area.clientWidth - edges.reduce((sum, edge) => sum + edge, 0), height: area.clientHeight };
}
