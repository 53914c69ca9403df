import type { ViewerItem } from '../../../src/contract/viewer.ts';

/** Maximum length of a line of poetry in characters; longer lines are paragraphs without indentation. */
const POETRY_LINE_MAX = 100;

/** Renders the first `shown` verses as running text. The stylesheet hides the number of a single verse. */
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

/**
 * Renders a verse after its number, unless that is null. Lines of poetry and paragraphs within the verse become
 * separate elements.
 */
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
  // Avoids an element per verse in a queue of thousands.
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

/** Range of characters of a text, from `start` up to but not including `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Renders a line that starts at `offset` in its text, with the part inside the range in its own element. */
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

/** Renders verses as running text without numbers, for `showFirstVerses`. */
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

/** Returns the value of a lang attribute. An empty value declares an unknown language, as HTML specifies. */
export function toLangAttribute(language: string | undefined): string {
  return language && language !== 'und' ? language : '';
}

/** Returns the writing direction, determined by the first letter. */
export function textDirection(text: string): 'rtl' | 'ltr' {
  return /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)
    ? 'rtl'
    : 'ltr';
}
