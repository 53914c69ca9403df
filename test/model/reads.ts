/** The responses to reads. [D4], [D5], [D12], [D13], [D16], [Events] */
import {
  type Exchange,
  type Expected,
  INVALID_FIELDS,
  NOT_FOUND,
  type On,
  PRESENTING,
  type Refusal,
  type Route,
  refuse,
} from './expected.ts';
import { Learnt } from './learned-values.ts';
import * as model from './live-model.ts';
import { chooseCursor, chooseItem, type ModelState, noneMatch, target } from './model-state.ts';
import type { Known } from './operations.ts';

/** [D12] */
export function list(state: ModelState, { owner, limit }: On<'list'>): Exchange {
  const path = [`/v1/${owner}s/${state.owners[owner]}/lives?limit=${limit}`];
  const present = state.lives.filter((live) => live.ownerKind === owner && !live.deleted);
  return { as: owner, method: 'GET', path, expected: { collection: present.map(model.toSummary) }, next: state };
}

const READ = {
  '': model.toLive,
  '/display': model.toDisplay,
  '/playback': model.toPlayback,
  '/settings': model.toSettings,
  '/focus': model.toFocus,
};

/** [D12], [D13], [GET settings], [D51] */
export function read(state: ModelState, operation: On<'read'>): Exchange {
  const { live, as, path } = target(state, operation);
  const { sub, known, head } = operation;
  const route: Route = {
    as,
    method: head ? 'HEAD' : 'GET',
    path: [...path, sub],
    ifNoneMatch: noneMatch(state, operation.live, known),
  };
  if (!live) return { ...route, expected: refuse(NOT_FOUND), next: state };
  if (sub === '/focus' && model.isPresenting(live)) return { ...route, expected: refuse(PRESENTING), next: state };
  return { ...route, expected: found(live, known, head ? null : READ[sub](live)), next: state };
}

/** [Queue operations] GET item */
export function readItem(state: ModelState, operation: On<'item'>): Exchange {
  const { live, as, path } = target(state, operation);
  const { id, name } = chooseItem(state, operation.live, operation.item);
  const ifNoneMatch = noneMatch(state, operation.live, operation.known);
  const route: Route = { as, method: 'GET', path: [...path, '/queue-items/', id], ifNoneMatch };
  const position = live?.items.findIndex((item) => item.name === name) ?? -1;
  if (!live || position < 0) return { ...route, expected: refuse(NOT_FOUND), next: state };
  if (model.isPresenting(live)) return { ...route, expected: refuse(PRESENTING), next: state };
  return {
    ...route,
    expected: found(live, operation.known, model.toQueueItem(live.items[position]!, position)),
    next: state,
  };
}

/** [D16], [LiveQueuePage] */
export function readPage(state: ModelState, operation: On<'page'>): Exchange {
  const { live, as, path } = target(state, operation);
  const { limit, known } = operation;
  const given = chooseCursor(state.queueCursors, operation, live);
  const query = [...(limit === undefined ? [] : [`&limit=${limit}`]), ...(given ? ['&after=', given.cursor] : [])];
  const ifNoneMatch = noneMatch(state, operation.live, known);
  const route: Route = { as, method: 'GET', path: [...path, '/queue-items?', ...query], ifNoneMatch };
  if (!live) return { ...route, expected: refuse(NOT_FOUND), next: state };

  const size = limit === undefined ? 50 : /^\d+$/.test(limit) ? Number(limit) : Number.NaN;
  const faults: Refusal[] = [];
  if (!(size >= 1 && size <= 100)) faults.push(INVALID_FIELDS);
  if (given && given.live !== live.key) faults.push([422, 'invalid_cursor']);
  else if (model.isPresenting(live)) faults.push(PRESENTING);
  else if (given && given.sequence !== live.sequence) faults.push([409, 'stale_queue_cursor']);
  if (faults.length > 0) return { ...route, expected: refuse(...faults), next: state };

  const start = given?.start ?? 0;
  const end = start + size;
  const cursor = end < live.items.length ? new Learnt('queue cursor', String(state.serial)) : null;
  const expected = found(live, known, model.toQueuePage(live, start, end, cursor));
  if (!cursor || !('status' in expected) || expected.status === 304) return { ...route, expected, next: state };
  const queueCursors = [...state.queueCursors, { cursor, live: live.key, sequence: live.sequence, start: end }];
  return { ...route, expected, next: { ...state, queueCursors, serial: state.serial + 1 } };
}

/** [GET events], [Events 1]–[Events 3], [D23], [D24], with wait=0. */
export function poll(state: ModelState, operation: On<'poll'>): Exchange {
  const { live, as, path } = target(state, operation);
  const given = chooseCursor(state.eventCursors, operation, live);
  const route: Route = {
    as,
    method: 'GET',
    path: [...path, '/events?wait=0', ...(given ? ['&after=', given.cursor] : [])],
  };
  if (!live) return { ...route, expected: refuse(NOT_FOUND), next: state };
  if (given && given.live !== live.key) return { ...route, expected: refuse([422, 'invalid_cursor']), next: state };
  const cursor = new Learnt('event cursor', String(state.serial));
  const same = given?.sequence === live.sequence;
  const body = {
    schema_version: 1,
    type: !given ? 'live.snapshot' : same ? 'stream.heartbeat' : 'live.changed',
    resource_type: 'live',
    resource_id: model.idOf(live),
    sequence: live.sequence,
    cursor,
    data: same ? null : model.toSnapshot(live),
  };
  const eventCursors = [...state.eventCursors, { cursor, live: live.key, sequence: live.sequence }];
  return { ...route, expected: { status: 200, body }, next: { ...state, eventCursors, serial: state.serial + 1 } };
}

/** Returns the response to a GET; 304 if the client already has the version. [D5] */
function found(live: model.ModelLive, known: Known, body: unknown): Expected {
  const etag = model.etagOf(live);
  if (known === 'none' || known === 'stale') return { status: 200, body, etag };
  return { status: 304, body: null, etag };
}
