import type { FastifyInstance } from 'fastify';
import { GrantList } from '../../contract/schemas/credentials.ts';
import { type Grants, toPublicGrant } from '../../domain/account/apps/grants.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { requireUserId } from './require-user-id.ts';

export interface OauthGrantsServices extends OperationServices {
  readonly grants: Grants;
}

/** Adds the operations for the caller's connected apps. [D38] */
export function addOauthGrants(app: FastifyInstance, services: OauthGrantsServices): void {
  const { grants } = services;

  addOperation(app, services, 'listGrants', { response: GrantList }, async ({ principal }) => ({
    body: { data: (await grants.list(requireUserId(principal))).map(toPublicGrant) },
  }));

  addOperation(
    app,
    services,
    'deleteGrant',
    { requireResource: ({ grant_id: id }, principal) => grants.require(requireUserId(principal), id!) },
    async (context) => {
      const { principal, owner, actor, params } = context;
      await context.recheck();
      await grants.end({ userId: requireUserId(principal), owner }, params.grant_id!, actor);
      return {};
    },
  );
}
