import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { Me } from '../../contract/schemas/credentials.ts';
import { toPersonalAccount } from '../../domain/account/owners/account.ts';
import { toTime } from '../../domain/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface MeServices extends OperationServices {
  readonly storage: Storage;
}

/** Adds the operation that describes the caller and the credential. [D33] */
export function addMe(app: FastifyInstance, services: MeServices): void {
  const { accounts, organizations } = services.storage;
  addOperation(app, services, 'getMe', { response: Me }, async ({ principal }) => {
    const { owner, userId, kind, credentialId, scopes, expiresAtMs } = principal;
    const membership =
      owner.kind === 'organization' && userId !== null ? await organizations.find(owner.id, userId) : undefined;
    const organization =
      owner.kind === 'organization' && userId === null ? await accounts.findOrganization(owner.id) : membership;
    const account = userId === null ? undefined : await accounts.findAccountOfUser(userId);
    // Deleted after the request was authenticated.
    if (organization === null || account === null) throw new LecternError('invalid_token');
    return {
      body: {
        ...(account && { account: toPersonalAccount(account) }),
        ...(organization && {
          organization: {
            id: organization.id,
            name: organization.name,
            ...(membership && { role: membership.role }),
          },
        }),
        credential: {
          kind,
          id: credentialId,
          scopes: [...(scopes ?? [])],
          expires_at: expiresAtMs === Infinity ? null : toTime(expiresAtMs),
        },
      },
    };
  });
}
