import '../styles/phone.css';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PhoneStrings, ViewerItem, ViewerState } from '../../../src/contract/viewer.ts';
import { preferenceStorage } from '../appearance/viewer-preferences.ts';
import { toReference } from '../scripture/reader-passages.ts';
import { EarlierPanel } from './earlier-panel.tsx';
import { type KeptPage, keepPage } from './kept-page.ts';
import { type NotedVerse, readNotes, toNotedVerse } from './notes.ts';
import { NotesDialog } from './notes-dialog.tsx';
import { OrderPanel } from './order-panel.tsx';
import { OwnText } from './own-text.ts';
import { createPart, readEarlier, readOrder } from './phone-data.ts';
import { TextDialog } from './text-dialog.tsx';

const mount = document.querySelector<HTMLElement>('#viewer')!;
const strings = JSON.parse(mount.dataset.phone!) as PhoneStrings;
const liveId = mount.dataset.live!;
const base = `/l/${encodeURIComponent(liveId)}`;
const storage = preferenceStorage();
const container = document.createElement('div');
const kept: KeptPage = keepPage(base, mount.dataset.keep);

type PartName = 'now' | 'earlier' | 'order';

let state: ViewerState;
let pages = 1;
let selected: PartName = 'now';
let noted: NotedVerse | 'list' | null = null;
let isChoosing = false;
let redraw = () => {};
const own = new OwnText({ base, liveId, storage, changed: () => redraw() });
const earlier = createPart(() => readEarlier(base, pages), draw);
const order = createPart(() => readOrder(base), draw);

mount.after(container);
mount.id = 'viewer';
mount.addEventListener('click', ({ target }) => {
  const id = (target as Element).closest<HTMLElement>('.verse[data-id]')?.dataset.id;
  const item = id === undefined ? undefined : state.items.find((each) => each.id === id);
  if (item && getSelection()?.isCollapsed !== false) openNote(item);
});

/** Shows a state in the parts of the phone. The page itself draws what is shown now. */
export function follow(next: ViewerState, isPresentation: boolean, isStreamed: boolean, drawPage: () => void): void {
  state = next;
  redraw = drawPage;
  // The kept page has its own state, which can be older.
  if (isStreamed) kept?.keepState(next);
  document.documentElement.toggleAttribute('data-phone', !isPresentation);
  container.hidden = isPresentation;
  draw();
}

/** Returns the state in the edition that this phone shows. [D72] */
export const translate = (shown: ViewerState): ViewerState => own.translateState(shown);

/** Returns the latest state that was kept, for a page without a network. */
export const readKeptState = async (): Promise<ViewerState | null> => kept?.readState() ?? null;

/** Erases what was kept of a Live that was deleted. */
export const forget = (): void => {
  void kept?.forget();
};

function openNote(item: ViewerItem): void {
  noted = toNotedVerse(liveId, item, toReference([item], state.editions[item.edition]?.language));
  draw();
}

function draw(): void {
  const { earlier: earlierTag = null, order: orderTag = null } = state.phones ?? {};
  if (selected === 'earlier' && earlierTag !== null) earlier.load(earlierTag);
  if (selected === 'order' && orderTag !== null) order.load(orderTag);
  if ((selected === 'earlier' && earlierTag === null) || (selected === 'order' && orderTag === null)) selected = 'now';
  mount.inert = selected !== 'now';
  markNotes();
  render(<Phone />, container);
}

/** Marks the verses that have a note. */
function markNotes(): void {
  const notes = new Set(
    readNotes(storage)
      .filter(({ live }) => live === liveId)
      .map(({ book_id, chapter, verse }) => `${book_id} ${chapter} ${verse}`),
  );
  const items = new Map(state.items.map((item) => [item.id, item]));
  for (const verse of mount.querySelectorAll<HTMLElement>('.verse[data-id]')) {
    const item = items.get(verse.dataset.id!);
    const has = item !== undefined && notes.has(`${item.book_id} ${item.chapter} ${item.verse}`);
    if (has !== verse.hasAttribute('data-noted')) verse.toggleAttribute('data-noted', has);
  }
}

function select(part: PartName): void {
  selected = part;
  // The stream does not say that a deck is not shared any more.
  if (part === 'earlier' || earlier.failed) earlier.reload();
  if (order.failed) order.reload();
  draw();
}

function Phone() {
  const { phones } = state;
  const offered = (['now', 'earlier', 'order'] as const).filter((part) => part === 'now' || phones?.[part] != null);
  const list = useRef<HTMLDivElement>(null);
  const tabs = offered.length > 1;
  useEffect(() => {
    const attributes = { role: 'tabpanel', 'aria-labelledby': 'tab-now' };
    for (const [name, value] of Object.entries(attributes)) {
      if (tabs) mount.setAttribute(name, value);
      else mount.removeAttribute(name);
    }
  }, [tabs]);
  const move = (event: KeyboardEvent) => {
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const steps = { [forward]: 1, [forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight']: -1 }[event.key];
    const ends = { Home: 0, End: offered.length - 1 }[event.key];
    if (steps === undefined && ends === undefined) return;
    event.preventDefault();
    const at = ends ?? (offered.indexOf(selected) + steps! + offered.length) % offered.length;
    select(offered[at]!);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <>
      {offered.includes('earlier') && (
        <section
          role="tabpanel"
          id="part-earlier"
          class="part"
          aria-labelledby="tab-earlier"
          hidden={selected !== 'earlier'}
        >
          <EarlierPanel
            part={earlier}
            own={own}
            strings={strings}
            showFurther={() => {
              pages++;
              earlier.reload();
            }}
          />
        </section>
      )}
      {offered.includes('order') && (
        <section role="tabpanel" id="part-order" class="part" aria-labelledby="tab-order" hidden={selected !== 'order'}>
          <OrderPanel part={order} strings={strings} />
        </section>
      )}
      <div class="parts">
        {tabs && (
          <div role="tablist" aria-label={strings.parts} ref={list} onKeyDown={move}>
            {offered.map((part) => (
              <button
                key={part}
                type="button"
                role="tab"
                id={`tab-${part}`}
                aria-selected={part === selected}
                aria-controls={part === 'now' ? 'viewer' : `part-${part}`}
                tabIndex={part === selected ? 0 : -1}
                onClick={() => select(part)}
              >
                {strings[part]}
              </button>
            ))}
          </div>
        )}
        <button
          type="button"
          class="more"
          onClick={() => {
            isChoosing = true;
            draw();
          }}
        >
          {strings.text}
        </button>
        <button
          type="button"
          class="more"
          onClick={() => {
            noted = 'list';
            draw();
          }}
        >
          {strings.notes}
        </button>
      </div>
      {isChoosing && (
        <TextDialog
          own={own}
          strings={strings}
          close={() => {
            isChoosing = false;
            draw();
          }}
        />
      )}
      {noted && (
        <NotesDialog
          key={noted === 'list' ? 'list' : JSON.stringify(noted)}
          verse={noted === 'list' ? null : noted}
          current={noted === 'list' ? currentVerse() : null}
          storage={storage}
          strings={strings}
          mount={mount}
          canKeep={kept !== null || isSecureContext}
          open={(verse) => {
            noted = verse;
            draw();
          }}
          close={() => {
            noted = null;
            draw();
          }}
        />
      )}
    </>
  );
}

/** Returns the first verse of the page on air. */
function currentVerse(): NotedVerse | null {
  const item = state.items.find(({ id }) => id === state.focus);
  return item && !state.slide && state.showing
    ? toNotedVerse(liveId, item, toReference([item], state.editions[item.edition]?.language))
    : null;
}
