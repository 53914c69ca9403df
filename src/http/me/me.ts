import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { Me } from '../../contract/schemas/credentials.ts';
import { toPersonalAccount } from '../../domain/account/owners/account.ts';
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
    const { owner, userId } = principal;
    const membership = owner.kind === 'organization' ? await organizations.find(owner.id, userId!) : null;
    const account = membership ? await accounts.findAccountOfUser(userId!) : await accounts.findAccount(owner.id);
    // Deleted after the request was authenticated.
    if (!account) throw new LecternError('invalid_token');
    const { kind, credentialId, scopes, expiresAtMs } = principal;
    return {
      body: {
        account: toPersonalAccount(account),
        ...(membership && { organization: { id: membership.id, name: membership.name, role: membership.role } }),
        credential: {
          kind,
          id: credentialId,
          scopes: [...(scopes ?? [])],
          expires_at: new Date(expiresAtMs).toISOString(),
        },
      },
    };
  });
}
