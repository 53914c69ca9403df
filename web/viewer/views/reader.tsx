import '../styles/reader.css';
import '../styles/reader-bar.css';
import { useMemo, useRef } from 'preact/hooks';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { type DisplayPage, toDisplayPages, toViewerLines } from '../../shared/display-pages.ts';
import { Attributions, PassageSection } from '../scripture/passage-section.tsx';
import {
  editionKeysOf,
  type ReaderPassage,
  toPrintedReference,
  toReaderPassages,
  toReference,
} from '../scripture/reader-passages.ts';
import { toLangAttribute } from '../scripture/verses.tsx';
import { useFollowFocus } from './use-follow-focus.ts';
import type { ViewProps } from './view-props.ts';

// Loads the print stylesheet without delaying the page. If it fails, the page is printed as shown.
import('../styles/print.ts').catch(() => undefined);

const NO_ITEMS: ViewerState['items'] = [];

/** Renders `?view=reader`: the whole queue as a page that follows what is shown, or the slide. */
export function ReaderView({ state, showing, appearance, strings, slides }: ViewProps) {
  const column = useRef<HTMLDivElement>(null);
  const passages = useRef<ReaderPassage[]>([]);
  // The queue remains in the state while a slide is shown, but it is not what is shown.
  const items = state.slide ? NO_ITEMS : state.items;
  passages.current = useMemo(() => toReaderPassages(items, passages.current), [items]);
  const { page } = useMemo(
    () => toDisplayPages({ ...state, items }),
    [items, state.focus, state.lines, state.part, state.paging],
  );
  const now = state.slide ? null : state.focus;
  const { away, backToNow } = useFollowFocus(column, { id: now, part: page?.part ?? 0 }, showing, items, appearance);
  const translations = Math.max(0, ...passages.current.map((passage) => editionKeysOf(passage).length));
  return (
    <>
      <div
        class={`reader${showing ? '' : ' hidden'}${toViewerLines(items).length === 1 ? ' single' : ''}`}
        data-translations={translations > 1 ? translations : undefined}
        ref={column}
        inert={!showing}
      >
        {state.slide && slides && <slides.SlidePage key={state.slide.id} slide={state.slide} />}
        {passages.current.map((passage) => (
          <PassageSection
            key={passage.key}
            passage={passage}
            editions={state.editions}
            page={page && isWithin(page, passage) ? page : null}
          />
        ))}
        {!state.slide && <Attributions items={items} editions={state.editions} />}
      </div>
      <Announcement state={state} page={page} showing={showing} />
      {away && showing && !appearance.presentation && (
        <button type="button" class="back-to-now" onClick={backToNow}>
          {strings.backToNow}
        </button>
      )}
    </>
  );
}

function isWithin({ lines }: DisplayPage, passage: ReaderPassage): boolean {
  const ids = new Set(lines.map(({ id }) => id));
  return passage.lines.some(({ id }) => ids.has(id));
}

interface AnnouncementProps {
  state: ViewerState;
  page: DisplayPage | null;
  showing: boolean;
}

/** Announces a new page or slide to screen readers, in its first translation. The initial content is not announced. */
function Announcement({ state: { slide, editions }, page, showing }: AnnouncementProps) {
  const now = slide?.id ?? (page && `${page.lines.map(({ id }) => id).join(' ')} ${page.part}`);
  const first = useRef(now);
  if (now !== first.current) first.current = null;
  const isNews = showing && first.current === null;
  const shown = page?.lines.flatMap(({ translations }) => translations[0]!) ?? [];
  const verses = slide ? (slide.passage?.verses ?? []) : shown;
  const language = verses[0] && (slide?.passage?.editions ?? editions)[verses[0].edition]?.language;
  const reference = slide
    ? slide.passage && toPrintedReference(slide.passage.reference)
    : toReference(verses, language);
  const spoken = slide ? verses.map((verse) => verse.text) : (page?.excerpts.map(([excerpt]) => excerpt!.text) ?? []);
  const text = spoken.length > 0 ? spoken.join(' ') : slide?.text;
  return (
    <p class="unseen" aria-live="polite" lang={verses[0] && toLangAttribute(language)}>
      {isNews && [reference ?? slide?.title, text].filter(Boolean).join('. ')}
    </p>
  );
}
