import type { FastifyInstance } from 'fastify';
import { PersonalAccount } from '../../contract/schemas/account.ts';
import { requireAccount, toPersonalAccount } from '../../domain/account/owners/account.ts';
import { addOperation } from '../operation/operation.ts';
import type { Services } from '../services.ts';

/** The caller's own account; that of anybody else is refused by the path already. [GET personal lives and account] */
export function addAccounts(app: FastifyInstance, services: Services): void {
  addOperation(app, services, 'getAccount', { response: PersonalAccount }, async ({ owner }) => ({
    body: toPersonalAccount(await requireAccount(services.storage, owner.id)),
  }));
}
