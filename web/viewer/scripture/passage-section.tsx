import { Component } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ViewerEdition, ViewerItem, ViewerState } from '../../../src/contract/viewer.ts';
import type { DisplayPage, ViewerLine } from '../../shared/display-pages.ts';
import { editionKeysOf, type ReaderPassage, toChapterHeading, toCredit } from './reader-passages.ts';
import { type TextRange, textDirection, toLangAttribute, VerseLines } from './verses.tsx';

interface PassageProps {
  passage: ReaderPassage;
  editions: ViewerState['editions'];
  /** The current page, if it is partly in this passage. */
  page: DisplayPage | null;
  /** Heading that replaces book and chapter. */
  reference?: string;
}

/** Renders a passage. Updates only when something in it changed: a queue can hold thousands of verses. */
export class PassageSection extends Component<PassageProps> {
  override shouldComponentUpdate(next: PassageProps): boolean {
    const { passage, editions, page } = this.props;
    return (
      passage !== next.passage ||
      pageKey(page) !== pageKey(next.page) ||
      editionKeysOf(passage).some((key) => {
        const [one, other] = [editions[key], next.editions[key]];
        return one?.name !== other?.name || one?.language !== other?.language;
      })
    );
  }

  override render({ passage, editions, page, reference }: PassageProps) {
    const first = passage.items[0]!;
    const keys = editionKeysOf(passage);
    const several = keys.length > 1;
    const nameOf = (key: string) => <bdi>{editions[key]?.name ?? key}</bdi>;
    const lang = toLangAttribute(editions[first.edition]?.language);
    return (
      <section
        class={several ? 'passage parallel' : 'passage'}
        dir={textDirection(first.text)}
        data-translations={several ? keys.length : undefined}
        style={{ '--lines': estimateLines(passage) / (several ? 2 : 1) }}
      >
        <h2>
          <span class="reference" lang={lang}>
            <bdi>{reference ?? toChapterHeading(first)}</bdi>
          </span>{' '}
          {!several && <span class="translation">{nameOf(first.edition)}</span>}
        </h2>
        {several && (
          <div class="names">
            {keys.map((key) => (
              <span
                key={key}
                class="translation"
                dir={textDirection(passage.items.find(({ edition }) => edition === key)!.text)}
              >
                {nameOf(key)}
              </span>
            ))}
          </div>
        )}
        {several ? (
          <div class="scripture">
            {passage.lines.map((line, index) => (
              <div key={line.id} class={isAfterGap(passage.lines, index) ? 'row gap' : 'row'}>
                {keys.map((key) => (
                  <Cell key={key} line={line} edition={key} language={editions[key]?.language} page={page} />
                ))}
              </div>
            ))}
          </div>
        ) : (
          <div class="scripture" lang={lang}>
            {passage.lines.map((line, index) => (
              <LineVerses
                key={line.id}
                line={line}
                at={0}
                page={page}
                after={isAfterGap(passage.lines, index) ? 'gap' : undefined}
              />
            ))}
          </div>
        )}
      </section>
    );
  }
}

interface CellProps {
  line: ViewerLine;
  edition: string;
  language: ViewerEdition['language'] | undefined;
  page: DisplayPage | null;
}

/** Renders one translation of a line; empty if the translation lacks it. */
function Cell({ line, edition, language, page }: CellProps) {
  const at = line.translations.findIndex(([item]) => item!.edition === edition);
  if (at < 0) return <div class="cell" />;
  return (
    <div class="cell" lang={toLangAttribute(language)} dir={textDirection(line.texts[at]!)}>
      <LineVerses line={line} at={at} page={page} />
    </div>
  );
}

interface VersesProps {
  line: ViewerLine;
  /** Index of the translation. */
  at: number;
  page: DisplayPage | null;
  after?: 'gap' | undefined;
}

/** Renders the verses of a line in one translation, usually one. */
function LineVerses({ line, at, page, after }: VersesProps) {
  const position = page ? page.lines.findIndex(({ id }) => id === line.id) : -1;
  const excerpt = page && page.parts > 1 && position >= 0 ? page.excerpts[position]![at]! : null;
  let offset = 0;
  return (
    <>
      {line.translations[at]!.map((item, index) => {
        const marked = excerpt && clipToItem(item, excerpt, offset);
        // The verses of a line are joined by a space.
        offset += item.text.length + 1;
        return (
          <p
            key={item.id}
            class={after && index === 0 ? 'verse gap' : 'verse'}
            data-id={item.id}
            data-on-page={position >= 0 ? '' : undefined}
            lang={item.from && toLangAttribute(item.from.language)}
            aria-current={position === 0 && at === 0 && index === 0 ? 'true' : undefined}
          >
            <VerseLines text={item.text} number={item.verse} marked={marked} />
            {item.from && <small class="from">{item.from.name}</small>}
          </p>
        );
      })}
    </>
  );
}

const clipToItem = (item: ViewerItem, { start, text }: { start: number; text: string }, offset: number): TextRange => ({
  start: Math.max(0, start - offset),
  end: Math.min(item.text.length, start + text.length - offset),
});

/** Returns a key of what a passage renders of a page. */
const pageKey = (page: DisplayPage | null): string =>
  page === null ? '' : `${page.lines[0]!.id} ${page.lines.length} ${page.part}/${page.parts}`;

function isAfterGap(lines: readonly ViewerLine[], index: number): boolean {
  const before = lines[index - 1];
  return before !== undefined && lines[index]!.translations[0]![0]!.verse !== before.translations[0]!.at(-1)!.verse + 1;
}

/** Estimates the number of lines of a passage, so that the scroll bar is right before everything is laid out. */
function estimateLines(passage: ReaderPassage): number {
  const countLines = (text: string) => text.split('\n').reduce((lines, line) => lines + Math.ceil(line.length / 56), 0);
  return 4 + passage.items.reduce((lines, item) => lines + countLines(item.text) + 0.3, 0);
}

interface AttributionsProps extends Pick<ViewerState, 'items' | 'editions'> {
  /** Attribution of the deck whose slide is shown. */
  ofDeck?: string;
}

/** Renders the attribution of the deck and those of all editions in the queue. */
export function Attributions({ items, editions, ofDeck }: AttributionsProps) {
  const keys = useMemo(() => [...new Set(items.map(({ from, edition }) => from?.edition ?? edition))], [items]);
  return (
    <footer class="attribution">
      {ofDeck && (
        <p dir={textDirection(ofDeck)}>
          <bdi>{ofDeck}</bdi>
        </p>
      )}
      {keys.map((key) => {
        const edition = editions[key];
        if (!edition) return null;
        // A single edition is already named above its verses.
        const several = keys.length > 1;
        return (
          <p
            key={key}
            lang={toLangAttribute(edition.language)}
            dir={textDirection(items.find(({ from, edition }) => (from?.edition ?? edition) === key)!.text)}
          >
            {several && !edition.attribution.includes(edition.name) && <b>{edition.name}</b>}{' '}
            <bdi>{several ? edition.attribution : toCredit(edition).rights}</bdi>
          </p>
        );
      })}
    </footer>
  );
}
