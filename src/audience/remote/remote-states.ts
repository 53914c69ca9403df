import type { RemotePage, RemoteState, RemoteText } from '../../contract/remote.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { LiveState } from '../../storage/storage.ts';
import { type Frame, toFrame } from '../frame.ts';

type Now = Awaited<ReturnType<LiveSummaries['toSummary']>>;

/** States for remote links, encoded once per state of a Live. [D68] */
export class RemoteStates {
  readonly #summaries: Pick<LiveSummaries, 'toSummary'>;
  readonly #frames = new WeakMap<LiveState, Promise<Frame>>();

  constructor(summaries: Pick<LiveSummaries, 'toSummary'>) {
    this.#summaries = summaries;
  }

  /** Rejects with `unavailable`. */
  async toState(live: LiveState): Promise<RemoteState> {
    return toRemoteState(await this.#summaries.toSummary(live));
  }

  /** Returns the state as an event. */
  toFrame(live: LiveState): Promise<Frame> {
    const known = this.#frames.get(live);
    if (known) return known;
    const made = this.toState(live).then((state) => toFrame({ name: 'state', data: state }));
    this.#frames.set(live, made);
    made.catch(() => this.#frames.delete(live));
    return made;
  }
}

const toRemoteState = (now: Now): RemoteState => ({
  sequence: now.sequence,
  name: now.name,
  mode: now.mode,
  showing: now.showing,
  stopped: now.status === 'stopped',
  ...(now.mode === 'presentation' ? toSlides(now.slide) : toPages(now)),
});

type Pages = Pick<RemoteState, 'current' | 'previous' | 'next'>;

/** Leaves out a next page that is not queued, because the steps of a remote link do not continue in the book. */
function toPages({ focus, previous, next }: Now): Pages {
  const current: RemotePage | null = focus && {
    title: focus.reference,
    texts: focus.texts.map(({ language_tag: language, text }) => ({ language, text })),
    part: focus.part,
    parts: focus.parts,
  };
  const language = focus?.texts[0]?.language_tag ?? null;
  const toText = ({ reference, text }: { reference: string; text: string }): RemoteText => ({
    title: reference,
    text,
    language,
  });
  return { current, previous: previous && toText(previous), next: next?.queued ? toText(next) : null };
}

function toSlides(slide: Now['slide']): Pages {
  if (!slide) return { current: null, previous: null, next: null };
  const { title, text, index, count, next_title: nextTitle } = slide;
  return {
    current: { title, texts: text === null ? [] : [{ language: null, text }], part: index, parts: count },
    previous: index > 0 ? { title: null, text: null, language: null } : null,
    next: index + 1 < count ? { title: nextTitle, text: null, language: null } : null,
  };
}
