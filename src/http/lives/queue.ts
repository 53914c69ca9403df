import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/live.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { moveItems } from '../../domain/live/changes/move-items.ts';
import { removeItems } from '../../domain/live/changes/remove-items.ts';
import { focus, reorder } from '../../domain/live/changes/transitions.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import { requireItem, requireReaderMode } from '../../domain/live/state/require-live.ts';
import type { LiveRecord, Storage } from '../../storage/storage.ts';
import type { CursorSigner } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { addLiveWrite } from './live-write.ts';

export interface QueueServices extends OperationServices {
  readonly storage: Storage;
  readonly representations: Representations;
  readonly cursors: CursorSigner;
}

/** Adds the operations for the queue, its items, their order and the focus. [Queue operations], [D16], [D18], [D51] */
export function addQueue(app: FastifyInstance, services: QueueServices): void {
  const { lives, representations } = services;

  addOperation(
    app,
    services,
    'listQueueItems',
    { query: pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS), response: schema.AnyLiveQueuePage },
    ({ live, query }) => {
      const limit = query.limit ?? PAGE_DEFAULT_ITEMS;
      const start = query.after === undefined ? 0 : startOfPage(services, live.record, query.after);
      requireReaderMode(live.record);
      const end = start + limit;
      const page = () => {
        const next = end < live.items.length ? signQueueCursor(services, live.record, end) : null;
        return representations.toQueuePage(live, start, end, next);
      };
      return {
        body: () => representations.bytes(live, `queue ${start} ${limit}`, page),
        etag: lives.validators.etag(live.record),
      };
    },
  );

  addOperation(app, services, 'getQueueItem', { response: schema.LiveQueueItem }, ({ live, params }) => {
    requireReaderMode(live.record);
    const position = requireItem(live, params.item_id!);
    return {
      body: () => JSON.stringify(representations.toQueueItem(live.items.at(position)!, position)),
      etag: lives.validators.etag(live.record),
    };
  });

  const inQueue = { reader: true, running: true } as const;

  addLiveWrite(app, services, 'deleteQueueItem', { query: schema.RemoveQuery }, ({ params, query }) => ({
    ...inQueue,
    apply: (current) => removeItems(current, params.item_id!, query.span),
  }));

  addLiveWrite(
    app,
    services,
    'reorderQueue',
    { body: schema.ReorderBody, response: schema.AnyLiveQueuePage },
    ({ body }) => ({ ...inQueue, apply: (current) => reorder(current, body.item_ids) }),
    (state) => representations.toQueuePage(state, 0, state.items.length, null),
  );

  addLiveWrite(
    app,
    services,
    'moveQueueItem',
    { body: schema.MoveBody, response: schema.LiveQueueItem },
    ({ params, body }) => ({
      ...inQueue,
      apply: (current) => moveItems(current, params.item_id!, body.position, body.span),
    }),
    (state, { params }) => {
      const position = requireItem(state, params.item_id!);
      return representations.toQueueItem(state.items.at(position)!, position);
    },
  );

  addOperation(app, services, 'getFocus', { response: schema.Focus }, ({ live }) => {
    requireReaderMode(live.record);
    return {
      body: () => representations.bytes(live, 'focus', () => representations.toFocus(live)),
      etag: lives.validators.etag(live.record),
    };
  });

  addLiveWrite(
    app,
    services,
    'updateFocus',
    { body: schema.FocusBody, response: schema.Focus },
    ({ body }) => ({ reader: true, apply: (current) => focus(current, body) }),
    (state) => representations.toFocus(state),
  );
}

const purpose = (record: LiveRecord) => `queue/${record.id}`;

/** Signs a cursor with the start of the next page and the version of the queue. */
const signQueueCursor = ({ cursors, storage }: QueueServices, record: LiveRecord, start: number): string =>
  cursors.sign(purpose(record), [storage.epoch, record.sequence, start]);

/**
 * Parses a cursor. Throws `invalid_cursor` if it is not of this Live, `stale_queue_cursor` after any change.
 * [LiveQueuePage]
 */
function startOfPage({ cursors, storage }: QueueServices, record: LiveRecord, cursor: string): number {
  const value = cursors.verify(purpose(record), cursor);
  if (value === undefined) throw new LecternError('invalid_cursor');
  const [epoch, sequence, start] = value as [string, number, number];
  requireReaderMode(record);
  if (epoch !== storage.epoch || sequence !== record.sequence) throw new LecternError('stale_queue_cursor');
  return start;
}
