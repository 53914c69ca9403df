import { WATCHES_PER_LIVE_MAX } from '../contract/limits.ts';
import { LiveSummaries } from '../domain/live/reading/live-summaries.ts';
import { Representations } from '../domain/live/reading/representations.ts';
import { liveView, summaryView } from '../events/event-views.ts';
import { LiveEvents } from '../events/live-events.ts';
import { Polls } from '../events/polls.ts';
import { WatchSlots } from '../events/watch-slots.ts';
import { CursorSigner } from '../http/operation/cursor.ts';
import type { Foundation } from './foundation.ts';

/** Creates the representations and events of Lives for REST, and the long polls that wait for events. */
export function createEvents({ installation, secrets, metrics, log }: Foundation) {
  const { storage, editions, lives, operators, plans, snapshots, authenticator } = installation;
  const representations = new Representations(editions);
  const summaries = new LiveSummaries(storage, editions, { snapshots, plans }, lives.validators, (error) =>
    log.warn({ err: error }, 'reading the name of the last editor of a Live failed'),
  );
  const cursors = new CursorSigner(secrets.key('cursors'));
  const events = new LiveEvents(liveView(representations), cursors, storage.epoch);
  const summaryEvents = new LiveEvents(summaryView(summaries), cursors, storage.epoch);
  const slots = new WatchSlots(storage.cluster?.watches ?? null, WATCHES_PER_LIVE_MAX);
  const polls = new Polls(lives, slots, storage.cluster?.changes ?? null, operators);
  authenticator.onChange(() => polls.recheck());
  metrics.observeWatches(() => polls.waiting);
  return { representations, summaries, cursors, events, summaryEvents, slots, polls };
}
