import { Component } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ViewerEdition, ViewerState } from '../../../src/contract/viewer.ts';
import { type Passage, toChapter, toCredit } from './passage.ts';
import { dirOf, Lines, langOf } from './verses.tsx';

interface PassageProps {
  passage: Passage;
  edition: ViewerEdition | undefined;
  /** Id of the focused item where it is in this passage. */
  focus: string | null;
  /** Stands above it instead of book and chapter. */
  reference?: string;
}

/** Drawn again only when something in it changed: a queue may hold thousands of verses. */
export class PassageSection extends Component<PassageProps> {
  override shouldComponentUpdate(next: PassageProps): boolean {
    const { passage, edition, focus } = this.props;
    return (
      passage !== next.passage ||
      focus !== next.focus ||
      edition?.name !== next.edition?.name ||
      edition?.language !== next.edition?.language
    );
  }

  override render({ passage, edition, focus, reference }: PassageProps) {
    const first = passage.items[0]!;
    const lang = langOf(edition?.language);
    return (
      <section class="passage" dir={dirOf(first.text)} style={{ '--lines': estimateLines(passage) }}>
        <h2>
          <span class="reference" lang={lang}>
            <bdi>{reference ?? toChapter(first)}</bdi>
          </span>{' '}
          <span class="translation">
            <bdi>{edition?.name ?? first.edition}</bdi>
          </span>
        </h2>
        <div class="scripture" lang={lang}>
          {passage.items.map((item, index) => {
            const gap = index > 0 && item.verse !== passage.items[index - 1]!.verse + 1;
            return (
              <p
                key={item.id}
                class={gap ? 'verse gap' : 'verse'}
                data-id={item.id}
                aria-current={item.id === focus ? 'true' : undefined}
              >
                <Lines text={item.text} number={item.verse} />
              </p>
            );
          })}
        </div>
      </section>
    );
  }
}

/** About how many lines the passage takes, so that the scroll bar is right before all of it is laid out. */
function estimateLines(passage: Passage): number {
  const linesOf = (text: string) => text.split('\n').reduce((lines, line) => lines + Math.ceil(line.length / 56), 0);
  return 4 + passage.items.reduce((lines, item) => lines + linesOf(item.text) + 0.3, 0);
}

/** Of every edition that is read from. */
export function Attributions({ items, editions }: Pick<ViewerState, 'items' | 'editions'>) {
  const keys = useMemo(() => [...new Set(items.map((item) => item.edition))], [items]);
  return (
    <footer class="attribution">
      {keys.map((key) => {
        const edition = editions[key];
        if (!edition) return null;
        // One alone is named above its verses already.
        const several = keys.length > 1;
        return (
          <p key={key} lang={langOf(edition.language)} dir={dirOf(items.find((item) => item.edition === key)!.text)}>
            {several && !edition.attribution.includes(edition.name) && <b>{edition.name}</b>}{' '}
            <bdi>{several ? edition.attribution : toCredit(edition).rights}</bdi>
          </p>
        );
      })}
    </footer>
  );
}
