import type { FastifyInstance } from 'fastify';
import { PersonalAccount } from '../../contract/schemas/account.ts';
import { requireAccount, toPersonalAccount } from '../../domain/account/owners/account.ts';
import type { Storage } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface AccountsServices extends OperationServices {
  readonly storage: Storage;
}

/**
 * Adds the operation that reads the caller's account. The gate responds with 404 for any other account. [GET
 * personal lives and account]
 */
export function addAccounts(app: FastifyInstance, services: AccountsServices): void {
  addOperation(app, services, 'getAccount', { response: PersonalAccount }, async ({ owner }) => ({
    body: toPersonalAccount(await requireAccount(services.storage, owner.id)),
  }));
}
