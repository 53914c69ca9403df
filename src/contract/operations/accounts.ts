import { type Operation, OWNER_CREDENTIALS, PERSONAL_CREDENTIALS } from './operation.ts';

export const ACCOUNT_OPERATIONS = {
  getAccount: {
    method: 'GET',
    path: '/v1/accounts/{account_id}',
    summary: 'Read a personal account',
    tag: 'Accounts',
    scopes: [],
    delegatedScopes: ['identity.read'],
    kinds: OWNER_CREDENTIALS,
    resource: 'account',
    success: 200,
  },
  listAccountAudit: {
    method: 'GET',
    path: '/v1/accounts/{account_id}/audit',
    summary: 'Read who changed what in a personal account',
    tag: 'Accounts',
    scopes: ['token.list'],
    kinds: PERSONAL_CREDENTIALS,
    resource: 'account',
    success: 200,
    codes: ['invalid_cursor'],
  },
} as const satisfies Record<string, Operation>;
