import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { EVENT_WAIT_DEFAULT_SECONDS } from '../../contract/limits.ts';
import { EventsQuery, LiveEvent } from '../../contract/schemas/event.ts';
import {
  type EncodedEvent,
  EVENT_CODINGS,
  type EventCoding,
  type LiveEvents,
  type LiveVersionEvents,
  type VersionPosition,
} from '../../events/live-events.ts';
import { Poll, type Polls } from '../../events/polls.ts';
import type { Owner } from '../../storage/storage.ts';
import type { DeferredResponse } from '../operation/deferred-response.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { DEFERRED, type OperationResult } from '../responses/operation-result.ts';

export interface EventsServices extends OperationServices {
  readonly events: LiveEvents;
  /** Events of `view=now`. [D55] */
  readonly summaryEvents: LiveEvents;
  readonly polls: Polls;
}

/** Adds the operation that long-polls for changes of a Live. [GET events], [Events], [D23]–[D25] */
export function addEvents(app: FastifyInstance, services: EventsServices): void {
  const { polls } = services;
  const schemas = { query: EventsQuery, response: LiveEvent };
  addOperation(app, services, 'pollEvents', schemas, async (context) => {
    const { after, wait = EVENT_WAIT_DEFAULT_SECONDS, view } = context.query;
    const events = view === 'now' ? services.summaryEvents : services.events;
    const version = events.version(context.live);
    const { position } = version;
    const coding = acceptedCoding(context.headers['accept-encoding']);
    if (after === undefined) return toEventResult(await events.encode(version, 'first', coding));
    if (!events.isCursorOf(position, after)) throw new LecternError('invalid_cursor');
    if (after !== position.cursor) return toEventResult(await events.encode(version, 'changed', coding));
    if (wait === 0) return toEventResult(events.heartbeat(position));
    polls.wait(new EventPoll(events, context.defer(), coding, position, wait));
    return DEFERRED;
  });
}

/** A waiting long poll. */
class EventPoll extends Poll {
  readonly events: LiveEvents;
  readonly clientVersion: VersionPosition;
  readonly waitSeconds: number;
  readonly #deferred: DeferredResponse;
  readonly #coding: EventCoding;

  constructor(
    events: LiveEvents,
    deferred: DeferredResponse,
    coding: EventCoding,
    clientVersion: VersionPosition,
    waitSeconds: number,
  ) {
    super();
    this.events = events;
    this.#deferred = deferred;
    this.#coding = coding;
    this.clientVersion = clientVersion;
    this.waitSeconds = waitSeconds;
  }

  get owner(): Owner {
    return this.#deferred.principal.owner;
  }

  get credentialId(): string {
    return this.#deferred.principal.credentialId;
  }

  recheck(): Promise<void> {
    return this.#deferred.recheck();
  }

  verify(): Promise<void> {
    return this.#deferred.verify();
  }

  onClosed(listener: () => void): void {
    this.#deferred.onClosed(listener);
  }

  async respond(version: LiveVersionEvents | null): Promise<void> {
    const event = version
      ? await this.events.encode(version, 'changed', this.#coding)
      : this.events.heartbeat(this.clientVersion);
    // Encoding can take a while, so the credential is verified once more. [Events 7]
    if (event.coding !== 'identity' || this.events.readsDatabase) await this.#deferred.verify();
    this.#deferred.send(toEventResult(event));
  }

  fail(error: unknown): void {
    this.#deferred.fail(error);
  }
}

function acceptedCoding(header: string | undefined): EventCoding {
  if (header === undefined) return 'identity';
  const resolved = header.includes('*') ? withoutWildcard(header) : header;
  return (negotiate(resolved, [...EVENT_CODINGS]) as EventCoding | null) ?? 'identity';
}

/**
 * Resolves `*` to a coding that the header does not name (RFC 9110 §12.5.3). The library always picks the first coding.
 */
function withoutWildcard(header: string): string {
  const parts = header.split(',');
  const codingOf = (part: string) => part.split(';', 1)[0]!.trim().toLowerCase();
  const named = new Set(parts.map(codingOf));
  const other = EVENT_CODINGS.find((coding) => !named.has(coding));
  return parts.flatMap((part) => (codingOf(part) !== '*' ? part : other ? part.replace('*', other) : [])).join(',');
}

const VARY = { vary: 'Accept-Encoding' };

type EventResult = OperationResult & Parameters<DeferredResponse['send']>[0];

function toEventResult({ bytes, coding }: EncodedEvent): EventResult {
  return { body: bytes, headers: coding === 'identity' ? VARY : { ...VARY, 'content-encoding': coding } };
}
