import type { RemotePage, RemoteState, RemoteText } from '../../src/contract/remote.ts';
import type { Remote, RemoteModel, RemoteNotice } from './remote.ts';
import { remoteStrings } from './remote-strings.ts';

interface RemoteViewProps {
  readonly model: RemoteModel;
  readonly remote: Remote;
}

/** Renders the current, previous and next text, and three large buttons. */
export function RemoteView({ model, remote }: RemoteViewProps) {
  const { state, lost, pending, notice, ended } = model;
  if (ended) return <EndedNotice reason={ended} />;
  const { showing, current, previous, next } = state;
  return (
    <>
      <h1 class="unseen">{state.name}</h1>
      <StatusLine state={state} lost={lost} />
      <div class="texts" data-stale={lost !== null || undefined}>
        <NeighborText label={remoteStrings.previous} text={previous} fallback={slideTitle(state, -1)} kind="previous" />
        {current ? <CurrentPage page={current} mode={state.mode} /> : <p class="nothing">{remoteStrings.emptyHint}</p>}
        <NeighborText
          label={remoteStrings.next}
          text={next}
          fallback={slideTitle(state, 1)}
          kind="next"
          emptyText={current ? remoteStrings.last : null}
        />
      </div>
      <p class="said" role="status">
        {notice && toNoticeText(notice, state)}
      </p>
      <div class="keys">
        <RemoteButton
          kind="hide"
          label={showing ? remoteStrings.hide : remoteStrings.show}
          hint="."
          act={() => remote.hide()}
          pending={pending}
        />
        <RemoteButton
          kind="back"
          label={remoteStrings.back}
          hint="←"
          act={() => remote.step(-1)}
          pending={pending}
          off={!previous}
        />
        <RemoteButton
          kind="next"
          label={remoteStrings.forward}
          hint="→"
          act={() => remote.step(1)}
          pending={pending}
          off={!next}
        />
      </div>
    </>
  );
}

function StatusLine({ state, lost }: { state: RemoteState; lost: number | null }) {
  if (lost !== null) {
    return (
      <div class="line lost">
        <strong role="status">{lost < 2 ? remoteStrings.connecting : remoteStrings.lost(lost)}</strong>
      </div>
    );
  }
  const { showing, stopped, current } = state;
  const status = showing ? 'live' : stopped ? 'stopped' : current ? 'hidden' : 'empty';
  return (
    <div class={`line ${status}`} role="status" aria-atomic="true">
      <strong>{remoteStrings[status]}</strong>
      {current && (
        <>
          <span class="title" dir="auto" lang={current.texts[0]?.language ?? ''}>
            {current.title ?? slideTitle(state, 0)}
          </span>
          {current.parts > 1 && <span class="part">{remoteStrings.part(current.part + 1, current.parts)}</span>}
        </>
      )}
    </div>
  );
}

function CurrentPage({ page, mode }: { page: RemotePage; mode: RemoteState['mode'] }) {
  const texts = page.texts.length > 0 ? page.texts : [{ language: null, text: page.title ?? '' }];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text longer than the screen is scrolled by keyboard.
    <section class="now" tabIndex={0} aria-label={remoteStrings.current} data-mode={mode}>
      {texts.map(({ language, text }, index) => (
        <p key={index} dir="auto" lang={language ?? ''}>
          {text}
        </p>
      ))}
    </section>
  );
}

interface NeighborTextProps {
  readonly label: string;
  readonly text: RemoteText | null;
  /** Title to show when the text has none. */
  readonly fallback: string;
  readonly kind: 'previous' | 'next';
  /** Message shown when there is no text; null shows nothing. */
  readonly emptyText?: string | null;
}

function NeighborText({ label, text, fallback, kind, emptyText = null }: NeighborTextProps) {
  return (
    <section class={`beside ${kind}`} aria-label={label}>
      {(text || emptyText) && (
        <p class="of">
          {label}
          {text ? (
            <span class="title" dir="auto" lang={text.language ?? ''}>
              {text.title ?? fallback}
            </span>
          ) : (
            <span class="title">{emptyText}</span>
          )}
        </p>
      )}
      {text?.text && (
        <p class="text" dir="auto" lang={text.language ?? ''}>
          {text.text}
        </p>
      )}
    </section>
  );
}

interface RemoteButtonProps {
  readonly kind: 'hide' | 'back' | 'next';
  readonly label: string;
  readonly hint: string;
  readonly act: () => void;
  readonly pending: RemoteModel['pending'];
  /** Whether the button currently has no effect. It stays clickable and says so. */
  readonly off?: boolean;
}

const RemoteButton = ({ kind, label, hint, act, pending, off = false }: RemoteButtonProps) => (
  <button
    type="button"
    class={kind}
    onClick={({ detail, currentTarget }) => {
      // Removes the focus after a touch, so that Space goes to the next page instead of pressing this button.
      if (detail > 0) currentTarget.blur();
      act();
    }}
    aria-disabled={off || undefined}
    aria-busy={pending === kind || undefined}
    aria-keyshortcuts={SHORTCUTS[kind]}
    data-hint={hint}
  >
    {label}
  </button>
);

const SHORTCUTS = { hide: '.', back: 'ArrowLeft', next: 'ArrowRight' };

function EndedNotice({ reason }: { reason: NonNullable<RemoteModel['ended']> }) {
  const { title, notice } = remoteStrings.pages[reason];
  return (
    <section class="notice" role="alert">
      <h1>{title}</h1>
      <p>{notice}</p>
      {reason === 'replaced' && (
        <button type="button" onClick={() => location.reload()}>
          {remoteStrings.pages.again}
        </button>
      )}
    </section>
  );
}

/** Returns the name of a slide that has no title. */
const slideTitle = ({ mode, current }: RemoteState, by: number): string =>
  mode === 'presentation' && current ? remoteStrings.slide(current.part + 1 + by) : '';

function toNoticeText(notice: RemoteNotice, { current }: RemoteState): string {
  const title = current?.title;
  switch (notice) {
    case 'overtaken':
      return title ? remoteStrings.overtaken(title) : remoteStrings.overtakenHidden;
    case 'meanwhile':
      return title ? remoteStrings.meanwhile(title) : remoteStrings.meanwhileHidden;
    case 'stopped':
      return remoteStrings.stoppedNotice;
    default:
      return remoteStrings[notice];
  }
}
