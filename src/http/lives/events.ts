import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { EVENT_WAIT_DEFAULT_SECONDS } from '../../contract/limits.ts';
import { EventsQuery, LiveEvent, type LiveEventType } from '../../contract/schemas/event.ts';
import { type EncodedEvent, EVENT_CODINGS, type EventCoding } from '../../events/live-events.ts';
import type { LiveState } from '../../storage/storage.ts';
import { type Answer, addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** Changes of a Live by long polling. [GET events], [Events], [D23]–[D25] */
export function addEvents(app: FastifyInstance, { events, polls, ...services }: Services): void {
  const schemas = { query: EventsQuery, response: LiveEvent };
  addOperation(app, { events, polls, ...services }, 'pollEvents', schemas, (context) => {
    const { live, query, owner, recheck, onClosed } = context;
    const coding = acceptedCoding(context.headers['accept-encoding']);
    const answer = (state: LiveState, type: LiveEventType) => toAnswer(events.encode(state, type, coding));
    if (query.after === undefined) return answer(live, 'live.snapshot');
    if (!events.isCursorOf(live, query.after)) throw new LecternError('invalid_cursor');
    if (query.after !== events.cursor(live)) return answer(live, 'live.changed');
    const waitSeconds = query.wait ?? EVENT_WAIT_DEFAULT_SECONDS;
    if (waitSeconds === 0) return answer(live, 'stream.heartbeat');
    const waiting = polls.wait({ known: live, owner, waitSeconds, recheck, onClosed });
    return waiting.then((changed) => (changed ? answer(changed, 'live.changed') : answer(live, 'stream.heartbeat')));
  });
}

function acceptedCoding(header: string | undefined): EventCoding {
  if (header === undefined) return 'identity';
  return (negotiate(header, [...EVENT_CODINGS]) as EventCoding | null) ?? 'identity';
}

function toAnswer(event: EncodedEvent | Promise<EncodedEvent>): Answer | Promise<Answer> {
  if (event instanceof Promise) return event.then(toAnswer);
  const { bytes, coding } = event;
  const headers = { vary: 'Accept-Encoding', ...(coding !== 'identity' && { 'content-encoding': coding }) };
  return { body: () => bytes, headers };
}
