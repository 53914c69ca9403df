import type { RemotePage, RemoteState, RemoteText } from '../../src/contract/remote.ts';
import type { Remote, RemoteModel, RemoteNotice } from './remote.ts';
import { remoteStrings } from './remote-strings.ts';

interface ViewProps {
  readonly model: RemoteModel;
  readonly remote: Remote;
}

/** What is shown now, before and after, and three keys for the thumb. */
export function RemoteView({ model, remote }: ViewProps) {
  const { state, lost, pending, notice, ended } = model;
  if (ended) return <Ended why={ended} />;
  const { showing, current, previous, next } = state;
  return (
    <>
      <h1 class="unseen">{state.name}</h1>
      <StatusLine state={state} lost={lost} />
      <div class="texts" data-stale={lost !== null || undefined}>
        <Beside label={remoteStrings.previous} text={previous} fallback={slideWord(state, -1)} kind="previous" />
        {current ? <Current page={current} mode={state.mode} /> : <p class="nothing">{remoteStrings.emptyHint}</p>}
        <Beside
          label={remoteStrings.next}
          text={next}
          fallback={slideWord(state, 1)}
          kind="next"
          none={current ? remoteStrings.last : null}
        />
      </div>
      <p class="said" role="status">
        {notice && sayNotice(notice, state)}
      </p>
      <div class="keys">
        <Key
          kind="hide"
          label={showing ? remoteStrings.hide : remoteStrings.show}
          hint="."
          act={() => remote.hide()}
          pending={pending}
        />
        <Key
          kind="back"
          label={remoteStrings.back}
          hint="←"
          act={() => remote.step(-1)}
          pending={pending}
          off={!previous}
        />
        <Key
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
          <span class="title" dir="auto">
            {current.title ?? slideWord(state, 0)}
          </span>
          {current.parts > 1 && <span class="part">{remoteStrings.part(current.part + 1, current.parts)}</span>}
        </>
      )}
    </div>
  );
}

function Current({ page, mode }: { page: RemotePage; mode: RemoteState['mode'] }) {
  const texts = page.texts.length > 0 ? page.texts : [{ language: null, text: page.title ?? '' }];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the screen is scrolled by keys.
    <section class="now" tabIndex={0} aria-label={remoteStrings.current} data-mode={mode}>
      {texts.map(({ language, text }, index) => (
        <p key={index} dir="auto" lang={language ?? undefined}>
          {text}
        </p>
      ))}
    </section>
  );
}

interface BesideProps {
  readonly label: string;
  readonly text: RemoteText | null;
  /** Where the text has no title. */
  readonly fallback: string;
  readonly kind: 'previous' | 'next';
  /** What is said where there is none; null: nothing. */
  readonly none?: string | null;
}

function Beside({ label, text, fallback, kind, none = null }: BesideProps) {
  return (
    <section class={`beside ${kind}`} aria-label={label}>
      {(text || none) && (
        <p class="of">
          {label}
          {text ? (
            <span class="title" dir="auto">
              {text.title ?? fallback}
            </span>
          ) : (
            <span class="title">{none}</span>
          )}
        </p>
      )}
      {text?.text && (
        <p class="text" dir="auto">
          {text.text}
        </p>
      )}
    </section>
  );
}

interface KeyProps {
  readonly kind: 'hide' | 'back' | 'next';
  readonly label: string;
  readonly hint: string;
  readonly act: () => void;
  readonly pending: RemoteModel['pending'];
  /** Leads nowhere now: pressed all the same, it says so. */
  readonly off?: boolean;
}

const Key = ({ kind, label, hint, act, pending, off = false }: KeyProps) => (
  <button
    type="button"
    class={kind}
    onClick={({ detail, currentTarget }) => {
      // After a touch the space bar means the next page again, not this button.
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

function Ended({ why }: { why: NonNullable<RemoteModel['ended']> }) {
  const { title, notice } = remoteStrings.pages[why];
  return (
    <section class="notice" role="alert">
      <h1>{title}</h1>
      <p>{notice}</p>
      {why === 'replaced' && (
        <button type="button" onClick={() => location.reload()}>
          {remoteStrings.pages.again}
        </button>
      )}
    </section>
  );
}

/** What a slide without a title is called. */
const slideWord = ({ mode, current }: RemoteState, by: number): string =>
  mode === 'presentation' && current ? remoteStrings.slide(current.part + 1 + by) : '';

function sayNotice(notice: RemoteNotice, { current }: RemoteState): string {
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
