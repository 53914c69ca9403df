import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { applyChange } from '../../../web/shared/viewer-state.ts';
import { type AudienceStream, openStream, type ReceivedStreamEvent } from './stream.ts';

/** The state of an audience page, known only from its stream and reduced as the page does it. */
export interface AudienceViewer {
  readonly stream: AudienceStream;
  readonly state: ViewerState;
  /** The id of the last event that had one: what a browser sends in Last-Event-ID. */
  readonly lastEventId: string | undefined;
  /** Resolves when what `see` makes of the state is as expected; else fails with the difference. */
  comesTo<Seen>(expected: Seen, see: (state: ViewerState) => Seen): Promise<void>;
  close(): void;
}

/** Opens a stream and takes its first state; with `from`, goes on from what that viewer knew. */
export async function joinAudience(
  origin: string,
  liveId: string,
  options: { headers?: Record<string, string>; from?: AudienceViewer } = {},
): Promise<AudienceViewer> {
  const { from, headers } = options;
  const stream = await openStream(origin, liveId, {
    ...(from?.lastEventId !== undefined && { 'last-event-id': from.lastEventId }),
    ...headers,
  });
  let state = from?.state ?? (JSON.parse((await stream.take(isContent)).data) as ViewerState);
  let lastEventId = stream.events.findLast(({ id }) => id !== undefined)?.id ?? from?.lastEventId;

  return {
    stream,
    get state() {
      return state;
    },
    get lastEventId() {
      return lastEventId;
    },
    async comesTo(expected, see) {
      while (!isDeepStrictEqual(see(state), expected)) {
        // A change that does not fit fails as such; when nothing comes, the difference says more.
        const event = await stream.take(isContent).catch((error) => {
          assert.deepEqual(see(state), expected, String(error));
          throw error;
        });
        lastEventId = event.id;
        state = reduce(state, event);
      }
    },
    close: stream.close,
  };
}

const isContent = ({ name }: ReceivedStreamEvent) => name === 'state' || name === 'change';

function reduce(state: ViewerState, event: ReceivedStreamEvent): ViewerState {
  const data = JSON.parse(event.data);
  if (event.name === 'state') return data;
  const next = applyChange(state, data);
  assert.ok(next, `A change from ${data.from} does not fit the state ${state.version}.`);
  return next;
}
