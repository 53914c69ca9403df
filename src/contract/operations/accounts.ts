import { type Operation, OWNER_CREDENTIALS, PERSONAL_CREDENTIALS } from './operation.ts';

export const ACCOUNT_OPERATIONS = {
  getAccount: {
    method: 'GET',
    path: '/v1/accounts/{account_id}',
    summary: 'Retrieve an account',
    description: "Returns the personal account of the credential's user. Any other account responds with 404.",
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
    summary: 'List the audit log of an account',
    description:
      'Returns the audit records of a personal account, newest first. Every write over REST, on web pages and ' +
      'by the command line leaves a record. Records never contain secrets.',
    tag: 'Accounts',
    scopes: ['token.list'],
    kinds: PERSONAL_CREDENTIALS,
    resource: 'account',
    success: 200,
    codes: ['invalid_cursor'],
  },
} as const satisfies Record<string, Operation>;
