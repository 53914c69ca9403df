import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { AuditPage } from '../../contract/schemas/audit.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { toAuditEntry } from '../../domain/account/audit.ts';
import { addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** Who changed what, for the owner of a personal account, newest first. [D43] */
export function addAudit(app: FastifyInstance, services: Services): void {
  const { storage, listCursors } = services;
  addOperation(
    app,
    services,
    'listAccountAudit',
    { query: pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS), response: AuditPage },
    async ({ owner, query }) => {
      const limit = query.limit ?? PAGE_DEFAULT_ITEMS;
      const purpose = `audit/${owner.id}`;
      const before = listCursors.read<string>(purpose, query.after);
      const page = { limit: limit + 1, before, since: null };
      const found = await storage.audit.list(owner, page);
      const last = found.length > limit ? found[limit - 1] : undefined;
      return {
        body: {
          data: found.slice(0, limit).map(toAuditEntry),
          next_cursor: last ? listCursors.sign(purpose, last.id) : null,
        },
      };
    },
  );
}
