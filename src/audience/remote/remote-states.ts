import type { RemotePage, RemoteState, RemoteText } from '../../contract/remote.ts';
import type { LiveSummaries } from '../../domain/live/live-summaries.ts';
import type { LiveState } from '../../storage/storage.ts';
import { type Frame, toFrame } from '../frame.ts';

type Now = Awaited<ReturnType<LiveSummaries['toNow']>>;

/** What somebody who steps by a remote link is told of a Live. Made and framed once for each state. [D68] */
export class RemoteStates {
  readonly #nows: Pick<LiveSummaries, 'toNow'>;
  readonly #frames = new WeakMap<LiveState, Promise<Frame>>();

  constructor(nows: Pick<LiveSummaries, 'toNow'>) {
    this.#nows = nows;
  }

  /** Throws `unavailable`. */
  async toState(live: LiveState): Promise<RemoteState> {
    return toRemoteState(await this.#nows.toNow(live));
  }

  /** The same as an event. */
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

/** A step does not go on in the book, so what is not queued is not told as the next page. */
function toPages({ focus, previous, next }: Now): Pages {
  const current: RemotePage | null = focus && {
    title: focus.reference,
    texts: focus.texts.map(({ language, text }) => ({ language, text })),
    part: focus.part,
    parts: focus.parts,
  };
  return { current, previous: previous && toText(previous), next: next?.queued ? toText(next) : null };
}

const toText = ({ reference, text }: { reference: string; text: string }): RemoteText => ({ title: reference, text });

function toSlides(slide: Now['slide']): Pages {
  if (!slide) return { current: null, previous: null, next: null };
  const { title, text, index, count, next_title: nextTitle } = slide;
  return {
    current: { title, texts: text === null ? [] : [{ language: null, text }], part: index, parts: count },
    previous: index > 0 ? { title: null, text: null } : null,
    next: index + 1 < count ? { title: nextTitle, text: null } : null,
  };
}
