import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { EVENT_WAIT_DEFAULT_SECONDS } from '../../contract/limits.ts';
import { EventsQuery, LiveEvent, type LiveEventType } from '../../contract/schemas/event.ts';
import { type EncodedEvent, EVENT_CODINGS, type EventCoding, type Version } from '../../events/live-events.ts';
import { afterwards } from '../afterwards.ts';
import { type Answer, addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** Changes of a Live by long polling. [GET events], [Events], [D23]–[D25] */
export function addEvents(app: FastifyInstance, services: Services): void {
  const { events, polls } = services;
  const schemas = { query: EventsQuery, response: LiveEvent };
  addOperation(app, services, 'pollEvents', schemas, (context) => {
    const { query, owner, recheck, onClosed } = context;
    const known = events.version(context.live);
    const coding = acceptedCoding(context.headers['accept-encoding']);
    const toAnswer = (version: Version, type: LiveEventType) =>
      afterwards(events.encode(version, type, coding), toEventAnswer);
    if (query.after === undefined) return toAnswer(known, 'live.snapshot');
    if (!events.isCursorOf(known, query.after)) throw new LecternError('invalid_cursor');
    if (query.after !== known.cursor) return toAnswer(known, 'live.changed');
    const waitSeconds = query.wait ?? EVENT_WAIT_DEFAULT_SECONDS;
    if (waitSeconds === 0) return toAnswer(known, 'stream.heartbeat');
    return (send, fail) => {
      const answer = (version: Version | null) => {
        const ready = version ? toAnswer(version, 'live.changed') : toAnswer(known, 'stream.heartbeat');
        if (ready instanceof Promise) recheckedAfter(ready, recheck).then(send).catch(fail);
        else send(ready);
      };
      polls.wait({ known, owner, waitSeconds, recheck, onClosed, answer, fail });
    };
  });
}

/** It took a while to make: authority is looked at once more. [Events 7] */
async function recheckedAfter(ready: Promise<Answer>, recheck: () => void | Promise<void>): Promise<Answer> {
  const answer = await ready;
  await recheck();
  return answer;
}

function acceptedCoding(header: string | undefined): EventCoding {
  if (header === undefined) return 'identity';
  return (negotiate(header, [...EVENT_CODINGS]) as EventCoding | null) ?? 'identity';
}

const VARY = { vary: 'Accept-Encoding' };

function toEventAnswer({ bytes, coding }: EncodedEvent): Answer {
  return { body: bytes, headers: coding === 'identity' ? VARY : { ...VARY, 'content-encoding': coding } };
}
