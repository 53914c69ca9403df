import { Component } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { ViewerEdition, ViewerState } from '../../../src/contract/viewer.ts';
import { type Passage, toChapter, toPassages, toReference } from '../passage.ts';
import type { ViewProps } from '../viewer.tsx';
import { useFollow } from './use-follow.ts';
import { dirOf, langOf } from './verses.tsx';

/** `?view=reader`: the whole queue as a page to read, which follows the focused verse. */
export function Reader({ state, showing, look, strings }: ViewProps) {
  const column = useRef<HTMLDivElement>(null);
  const passages = useRef<Passage[]>([]);
  passages.current = useMemo(() => toPassages(state.items, passages.current), [state.items]);
  const { away, backToNow } = useFollow(column, state.focus, showing, state.items);
  return (
    <>
      <div
        class={`reader${showing ? '' : ' hidden'}${state.items.length === 1 ? ' single' : ''}`}
        ref={column}
        inert={!showing}
      >
        {passages.current.map((passage) => (
          <PassageSection
            key={passage.key}
            passage={passage}
            edition={state.editions[passage.items[0]!.edition]}
            focus={passage.items.some((item) => item.id === state.focus) ? state.focus : null}
          />
        ))}
        <Attributions state={state} />
      </div>
      <Announcement state={state} showing={showing} />
      {away && showing && !look.presentation && (
        <button type="button" class="back-to-now" onClick={backToNow}>
          {strings.backToNow}
        </button>
      )}
    </>
  );
}

interface PassageProps {
  passage: Passage;
  edition: ViewerEdition | undefined;
  /** Id of the focused item where it is in this passage. */
  focus: string | null;
}

/** Drawn again only when something in it changed: a queue may hold thousands of verses. */
class PassageSection extends Component<PassageProps> {
  override shouldComponentUpdate(next: PassageProps): boolean {
    const { passage, edition, focus } = this.props;
    return passage !== next.passage || focus !== next.focus || edition?.name !== next.edition?.name;
  }

  override render({ passage, edition, focus }: PassageProps) {
    const first = passage.items[0]!;
    const lang = langOf(edition?.language);
    return (
      <section class="passage" dir={dirOf(first.text)} style={{ '--lines': estimateLines(passage) }}>
        <h2>
          <span class="reference" lang={lang}>
            {toChapter(first)}
          </span>{' '}
          <span class="translation">{edition?.name ?? first.edition}</span>
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
                <span class="number">{item.verse}</span>
                {item.text}
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
  return 4 + passage.items.reduce((lines, item) => lines + Math.ceil(item.text.length / 56) + 0.3, 0);
}

function Attributions({ state }: { state: ViewerState }) {
  const slugs = useMemo(() => [...new Set(state.items.map((item) => item.edition))], [state.items]);
  return (
    <footer class="attribution">
      {slugs.map((slug) => {
        const edition = state.editions[slug];
        if (!edition) return null;
        return (
          <p key={slug} lang={langOf(edition.language)}>
            {!edition.attribution.startsWith(edition.name) && <b>{edition.name}</b>} {edition.attribution}
          </p>
        );
      })}
    </footer>
  );
}

/** Says a newly focused verse to those who do not see it; what was there from the start is not news. */
function Announcement({ state, showing }: { state: ViewerState; showing: boolean }) {
  const first = useRef(state.focus);
  if (state.focus !== first.current) first.current = null;
  const item = showing && first.current === null && state.items.find(({ id }) => id === state.focus);
  const language = item ? state.editions[item.edition]?.language : undefined;
  return (
    <p class="unseen" aria-live="polite" lang={langOf(language)}>
      {item && `${toReference([item], language)}. ${item.text}`}
    </p>
  );
}
