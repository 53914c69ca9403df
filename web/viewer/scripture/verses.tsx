import type { ViewerItem } from '../../../src/contract/viewer.ts';

/** Characters: what is longer is a paragraph, in which nothing is further in. */
const POETRY_LINE_MAX = 100;

/** Verses as running text, the first `shown` of them. The stylesheet hides the number of a verse that stands alone. */
export function Verses({ items, shown = items.length }: { items: ViewerItem[]; shown?: number }) {
  return (
    <>
      {items.map((item, index) => (
        <span key={item.id} class={index === 0 ? 'verse' : 'verse after'} hidden={index >= shown}>
          <VerseLines text={item.text} number={item.verse} />
        </span>
      ))}
    </>
  );
}

/** A verse after its number, unless that is null; if its edition divides it, each line of poetry, and each paragraph that begins within it, as one. */
export function VerseLines({
  text,
  number,
  marked,
}: {
  text: string;
  number: number | null;
  marked?: TextRange | null;
}) {
  const lines = text.split('\n');
  const before = number !== null && <span class="number">{number}</span>;
  let start = 0;
  const toMarked = (line: string) => {
    const shown = marked ? markWithin(line, start, marked) : line;
    start += line.length + 1;
    return shown;
  };
  // A queue of thousands of verses takes no element for each.
  if (lines.length === 1) {
    return (
      <>
        {before}
        {toMarked(text)}{' '}
      </>
    );
  }
  const kind = lines.every((line) => line.length <= POETRY_LINE_MAX) ? 'line' : 'line paragraph';
  return (
    <>
      {lines.map((line, index) => (
        <span class={kind}>
          {index === 0 && before}
          {toMarked(line)}{' '}
        </span>
      ))}
    </>
  );
}

/** Characters of a text, from `start` up to `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A line of a text that begins at `offset` in it, with what of the stretch is in it as an element of its own. */
function markWithin(line: string, offset: number, { start, end }: TextRange) {
  const [from, to] = [start - offset, end - offset].map((at) => Math.min(Math.max(at, 0), line.length)) as [
    number,
    number,
  ];
  if (from >= to) return line;
  return (
    <>
      {line.slice(0, from)}
      <span class="part">{line.slice(from, to)}</span>
      {line.slice(to)}
    </>
  );
}

/** Verses as running text without their numbers, for `showFirstVerses`. */
export function VerseRun({ verses }: { verses: readonly ViewerItem[] }) {
  return (
    <>
      {verses.map(({ id, text }) => (
        <span key={id} class="verse">
          {text}{' '}
        </span>
      ))}
    </>
  );
}

/** An edition of unknown language says so with an empty tag, which is what HTML asks for. */
export function toLangAttribute(language: string | undefined): string {
  return language && language !== 'und' ? language : '';
}

/** Writing direction by the first letter. */
export function textDirection(text: string): 'rtl' | 'ltr' {
  return /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)
    ? 'rtl'
    : 'ltr';
}
