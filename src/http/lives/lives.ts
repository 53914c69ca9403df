import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import type { OperationId } from '../../contract/operations.ts';
import * as schema from '../../contract/schemas/live.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { rename } from '../../domain/live/changes/transitions.ts';
import { type Representations, toLiveListItem } from '../../domain/live/reading/representations.ts';
import { NAME_RULE, parseName } from '../../domain/name.ts';
import type { ListPage, LiveRecord, Storage, ViewerTotals } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { createOnce } from '../operation/idempotency.ts';
import { addOperation } from '../operation/operation.ts';
import { addLiveWrite } from './live-write.ts';

const LivesQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);
const DEFAULT_NAME = 'Live';

export interface LivesServices extends OperationServices {
  readonly storage: Storage;
  readonly representations: Representations;
  readonly listCursors: ListCursors;
  readonly viewerCounts: { read(liveId: string): Promise<ViewerTotals> };
}

/** Adds the operations that create, list, read, rename and delete Lives. [D11], [D12] */
export function addLives(app: FastifyInstance, services: LivesServices): void {
  const { lives, representations, listCursors } = services;

  const addList = (id: OperationId, response: TSchema) =>
    addOperation(app, services, id, { query: LivesQuery, response }, async ({ owner, query }) => {
      const body = await listCursors.page(`lives/${owner.kind}/${owner.id}`, query, {
        find: (page: ListPage) => lives.list(owner, page),
        positionOf: ({ createdAt, id }) => ({ createdAt, id }),
        toData: (summary) => toLiveListItem(summary, owner),
      });
      return { body };
    });
  addList('listPersonalLives', schema.PersonalLiveSummaryPage);
  addList('listOrganizationLives', schema.LiveSummaryPage);

  const addCreation = (id: OperationId, response: TSchema) =>
    addOperation(app, services, id, { body: schema.CreateLiveBody, response }, (context) => {
      const { owner, body, actor } = context;
      const name = body.name === undefined ? DEFAULT_NAME : requireName(body.name);
      const toResult = (record: LiveRecord) => ({
        body: representations.toLive({ record }),
        etag: lives.validators.etag(record),
        headers: { location: `${services.config.publicUrl}/v1/lives/${record.id}` },
      });
      return createOnce(services.storage, context, async (toIdempotencyRecord) => {
        await context.recheck();
        const state = await lives.create(
          owner,
          name,
          actor,
          toIdempotencyRecord && ((record) => toIdempotencyRecord(toResult(record))),
        );
        return state && toResult(state.record);
      });
    });
  addCreation('createPersonalLive', schema.PersonalLive);
  addCreation('createOrganizationLive', schema.Live);

  addOperation(app, services, 'getLive', { response: schema.AnyLive }, ({ live }) => ({
    body: () => representations.bytes(live, 'live', () => representations.toLive(live)),
    etag: lives.validators.etag(live.record),
  }));

  addLiveWrite(
    app,
    services,
    'renameLive',
    { body: schema.RenameLiveBody, response: schema.AnyLive },
    ({ body }) => {
      const name = requireName(body.name);
      return { apply: () => rename(name) };
    },
    (state) => representations.toLive(state),
  );

  addOperation(app, services, 'getViewers', { response: schema.Viewers }, async ({ live }) => {
    const { viewers, peak, peakAt } = await services.viewerCounts.read(live.record.id);
    return { body: { live_id: live.record.id, viewers, peak, peak_at: peakAt } };
  });

  addOperation(app, services, 'deleteLive', {}, async ({ live, write }) => {
    await lives.delete(live.record.id, write);
    return {};
  });
}

/** Normalizes a name. Throws `invalid_fields`. */
function requireName(text: string): string {
  const name = parseName(text);
  if (name === null) {
    throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: '/name', message: NAME_RULE }] });
  }
  return name;
}
