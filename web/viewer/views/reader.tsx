import '../styles/reader.css';
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

// Nothing that is read waits for what only paper needs. Without it a page is printed as it is shown.
import('../styles/print.ts').catch(() => undefined);

const NO_ITEMS: ViewerState['items'] = [];

/** `?view=reader`: the whole queue as a page to read, which follows what is shown now; or the slide. */
export function ReaderView({ state, showing, look, strings, slides }: ViewProps) {
  const column = useRef<HTMLDivElement>(null);
  const passages = useRef<ReaderPassage[]>([]);
  // A page that was here before the slide still has the queue, which is not what is shown now.
  const items = state.slide ? NO_ITEMS : state.items;
  passages.current = useMemo(() => toReaderPassages(items, passages.current), [items]);
  const { page } = useMemo(
    () => toDisplayPages({ ...state, items }),
    [items, state.focus, state.lines, state.part, state.paging],
  );
  const now = state.slide ? null : state.focus;
  const { away, backToNow } = useFollowFocus(column, { id: now, part: page?.part ?? 0 }, showing, items, look);
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
      {away && showing && !look.presentation && (
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

/** Says a new page or slide to those who do not see it, in its first translation; what was there from the start is not news. */
function Announcement({ state: { slide, editions }, page, showing }: AnnouncementProps) {
  const now = slide?.id ?? (page && `${page.lines.map(({ id }) => id).join(' ')} ${page.part}`);
  const first = useRef(now);
  if (now !== first.current) first.current = null;
  const isNews = showing && first.current === null;
  const shown = page?.lines.flatMap(({ translations }) => translations[0]!) ?? [];
  const verses = slide ? (slide.passage?.verses ?? []) : shown;
  const language = verses[0] && (slide?.passage?.editions ?? editions)[verses[0].edition]?.language;
  const place = slide ? slide.passage && toPrintedReference(slide.passage.reference) : toReference(verses, language);
  const said = slide ? verses.map((verse) => verse.text) : (page?.excerpts.map(([excerpt]) => excerpt!.text) ?? []);
  const text = said.length > 0 ? said.join(' ') : slide?.text;
  return (
    <p class="unseen" aria-live="polite" lang={verses[0] && toLangAttribute(language)}>
      {isNews && [place ?? slide?.title, text].filter(Boolean).join('. ')}
    </p>
  );
}
