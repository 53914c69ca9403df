import { DOCUMENT_MAX_BYTES } from '../limits.ts';
import type { CredentialKind } from '../scopes.ts';
import { ANY_CREDENTIAL, type Operation, OWNER_CREDENTIALS, SERVICE_CREDENTIALS } from './operation.ts';

/** Of one kind of owner. */
const whose = <Kind extends 'account' | 'organization'>(resource: Kind, kinds: readonly CredentialKind[]) =>
  ({ tag: 'Plans', kinds, resource }) as const;
const ACCOUNT = whose('account', OWNER_CREDENTIALS);
const ORGANIZATION = whose('organization', SERVICE_CREDENTIALS);

const list = { method: 'GET', scopes: ['live.list'], success: 200, codes: ['invalid_cursor'] } as const;
const create = {
  method: 'POST',
  scopes: ['live.update'],
  body: 'json',
  idempotency: 'honoured',
  success: 201,
  located: true,
  etag: true,
  codes: ['quota_exceeded'],
} as const;
const get = { method: 'GET', scopes: ['live.get'], success: 200, etag: true } as const;
const replace = {
  method: 'PUT',
  scopes: ['live.update'],
  ifMatch: true,
  body: 'json',
  bodyMax: DOCUMENT_MAX_BYTES,
  success: 200,
  etag: true,
} as const;
const remove = { method: 'DELETE', scopes: ['live.update'], ifMatch: true, success: 204 } as const;

const OF_ACCOUNT = '/v1/accounts/{account_id}/plans';
const OF_ORGANIZATION = '/v1/organizations/{organization_id}/plans';

/** Orders of service. [D65] */
export const PLAN_OPERATIONS = {
  listAccountPlans: { ...list, ...ACCOUNT, path: OF_ACCOUNT, summary: 'List the plans of a personal account' },
  createAccountPlan: { ...create, ...ACCOUNT, path: OF_ACCOUNT, summary: 'Create a plan of a personal account' },
  getAccountPlan: { ...get, ...ACCOUNT, path: `${OF_ACCOUNT}/{plan_id}`, summary: 'Read a plan of a personal account' },
  replaceAccountPlan: {
    ...replace,
    ...ACCOUNT,
    path: `${OF_ACCOUNT}/{plan_id}`,
    summary: 'Replace a plan of a personal account',
  },
  deleteAccountPlan: {
    ...remove,
    ...ACCOUNT,
    path: `${OF_ACCOUNT}/{plan_id}`,
    summary: 'Delete a plan of a personal account',
  },
  listOrganizationPlans: {
    ...list,
    ...ORGANIZATION,
    path: OF_ORGANIZATION,
    summary: 'List the plans of an organization',
  },
  createOrganizationPlan: {
    ...create,
    ...ORGANIZATION,
    path: OF_ORGANIZATION,
    summary: 'Create a plan of an organization',
  },
  getOrganizationPlan: {
    ...get,
    ...ORGANIZATION,
    path: `${OF_ORGANIZATION}/{plan_id}`,
    summary: 'Read a plan of an organization',
  },
  replaceOrganizationPlan: {
    ...replace,
    ...ORGANIZATION,
    path: `${OF_ORGANIZATION}/{plan_id}`,
    summary: 'Replace a plan of an organization',
  },
  deleteOrganizationPlan: {
    ...remove,
    ...ORGANIZATION,
    path: `${OF_ORGANIZATION}/{plan_id}`,
    summary: 'Delete a plan of an organization',
  },
  attachPlan: {
    method: 'PUT',
    path: '/v1/lives/{live_id}/plan',
    summary: 'Begin a plan on a Live, or have none',
    tag: 'Plans',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
  },
  go: {
    method: 'POST',
    path: '/v1/lives/{live_id}/plan/go',
    summary: 'Show an entry of the plan',
    tag: 'Plans',
    scopes: ['live.update', 'translation.read'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
    idempotency: 'unsupported',
    skips: true,
    codes: [
      'live_stopped',
      'no_plan',
      'deck_missing',
      'invalid_reference',
      'edition_not_enabled',
      'translations_not_configured',
      'queue_full',
      'quota_exceeded',
    ],
  },
} as const satisfies Record<string, Operation>;
