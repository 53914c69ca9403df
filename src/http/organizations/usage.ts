import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { Licence, UpdateLicenceBody, Usage, UsageQuery } from '../../contract/schemas/usage.ts';
import { hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { setLicence } from '../../domain/usage/licence.ts';
import { toUsageCsv } from '../../domain/usage/usage-csv.ts';
import { toPublicUsage, type UsageReports } from '../../domain/usage/usage-reports.ts';
import type { Storage } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { CSV_MEDIA_TYPE } from '../responses/operation-result.ts';

export interface UsageServices extends OperationServices {
  readonly storage: Storage;
  readonly usage: UsageReports;
}

/** Adds the report of what was shown, and the license that song slides show. [D77] */
export function addUsage(app: FastifyInstance, services: UsageServices): void {
  const { storage, usage } = services;

  addOperation(app, services, 'getUsage', { query: UsageQuery, response: Usage }, async ({ owner, query, headers }) => {
    const { since, rows } = await usage.read(owner.id, query);
    const isCsv = /\btext\/csv\b/i.test(headers.accept ?? '');
    const body = isCsv ? toUsageCsv(rows) : JSON.stringify({ since, data: rows.map(toPublicUsage) });
    return {
      body,
      etag: toContentTag(body),
      headers: { vary: 'Accept' },
      ...(isCsv && { mediaType: CSV_MEDIA_TYPE }),
    };
  });

  const toLicence = (licence: string | null) => {
    const body = JSON.stringify({ ccli_licence: licence });
    return { body, etag: toContentTag(body) };
  };

  addOperation(app, services, 'getLicence', { response: Licence }, async ({ owner }) =>
    toLicence((await storage.owners.find(owner)).ccliLicence),
  );

  addOperation(app, services, 'updateLicence', { body: UpdateLicenceBody, response: Licence }, async (context) => {
    const { owner, principal, body, actor } = context;
    await context.recheck();
    // The credential of a console or terminal acts for a member. Other service tokens have only their scopes.
    const member = principal.userId === null ? null : await storage.organizations.find(owner.id, principal.userId);
    if (principal.userId !== null && !(member && hasMemberRight(member.role, 'setLicence'))) {
      throw new LecternError('forbidden', 'Only owners and administrators of the organization can set the license.');
    }
    return { body: { ccli_licence: await setLicence(services, owner, body.ccli_licence, actor) } };
  });
}

const toContentTag = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
