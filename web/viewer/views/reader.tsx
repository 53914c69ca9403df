import '../styles/reader.css';
import { useMemo, useRef } from 'preact/hooks';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { type Passage, toPassages, toPrinted, toReference } from '../scripture/passage.ts';
import { Attributions, PassageSection } from '../scripture/passage-section.tsx';
import { langOf } from '../scripture/verses.tsx';
import { useFollow } from './use-follow.ts';
import type { ViewProps } from './view-props.ts';

// Nothing that is read waits for what only paper needs. Without it a page is printed as it is shown.
import('../styles/print.ts').catch(() => undefined);

const NO_ITEMS: ViewerState['items'] = [];

/** `?view=reader`: the whole queue as a page to read, which follows the focused verse; or the slide. */
export function View({ state, showing, look, strings, slides }: ViewProps) {
  const column = useRef<HTMLDivElement>(null);
  const passages = useRef<Passage[]>([]);
  // A page that was here before the slide still has the queue, which is not what is shown now.
  const items = state.slide ? NO_ITEMS : state.items;
  passages.current = useMemo(() => toPassages(items, passages.current), [items]);
  const { away, backToNow } = useFollow(column, state.slide ? null : state.focus, showing, items, look);
  return (
    <>
      <div
        class={`reader${showing ? '' : ' hidden'}${items.length === 1 ? ' single' : ''}`}
        ref={column}
        inert={!showing}
      >
        {state.slide && slides && <slides.SlidePage key={state.slide.id} slide={state.slide} />}
        {passages.current.map((passage) => (
          <PassageSection
            key={passage.key}
            passage={passage}
            edition={state.editions[passage.items[0]!.edition]}
            focus={passage.items.some((item) => item.id === state.focus) ? state.focus : null}
          />
        ))}
        {!state.slide && <Attributions items={items} editions={state.editions} />}
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

/** Says a newly focused verse or slide to those who do not see it; what was there from the start is not news. */
function Announcement({ state: { focus, slide, items, editions }, showing }: { state: ViewerState; showing: boolean }) {
  const now = slide?.id ?? focus;
  const first = useRef(now);
  if (now !== first.current) first.current = null;
  const isNews = showing && first.current === null;
  const verses = slide ? (slide.passage?.verses ?? []) : items.filter(({ id }) => id === focus);
  const language = verses[0] && (slide?.passage?.editions ?? editions)[verses[0].edition]?.language;
  const place = slide ? slide.passage && toPrinted(slide.passage.reference) : toReference(verses, language);
  const text = verses.length > 0 ? verses.map((verse) => verse.text).join(' ') : slide?.text;
  return (
    <p class="unseen" aria-live="polite" lang={verses[0] && langOf(language)}>
      {isNews && [place ?? slide?.title, text].filter(Boolean).join('. ')}
    </p>
  );
}
