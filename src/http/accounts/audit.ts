import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { AuditPage } from '../../contract/schemas/audit.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { toAuditEntry } from '../../domain/audit/audit.ts';
import type { ListPage, Storage } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface AuditServices extends OperationServices {
  readonly storage: Storage;
  readonly listCursors: ListCursors;
}

/** Adds the operation that lists the audit log of a personal account, newest first. [D43] */
export function addAudit(app: FastifyInstance, services: AuditServices): void {
  const { storage, listCursors } = services;
  addOperation(
    app,
    services,
    'listAccountAudit',
    { query: pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS), response: AuditPage },
    async ({ owner, query }) => {
      const body = await listCursors.page(`audit/${owner.id}`, query, {
        find: ({ limit, after }: ListPage<string>) => storage.audit.list(owner, { limit, before: after, since: null }),
        positionOf: ({ id }) => id,
        toData: toAuditEntry,
      });
      return { body };
    },
  );
}
