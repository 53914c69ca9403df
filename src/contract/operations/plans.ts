import { DOCUMENT_MAX_BYTES } from '../limits.ts';
import type { CredentialKind } from '../scopes.ts';
import { ANY_CREDENTIAL, type Operation, OWNER_CREDENTIALS, SERVICE_CREDENTIALS } from './operation.ts';

/** Returns the fields that depend on the kind of owner. */
const ownedBy = <Kind extends 'account' | 'organization'>(resource: Kind, kinds: readonly CredentialKind[]) =>
  ({ tag: 'Plans', kinds, resource }) as const;
const ACCOUNT = ownedBy('account', OWNER_CREDENTIALS);
const ORGANIZATION = ownedBy('organization', SERVICE_CREDENTIALS);

const list = { method: 'GET', scopes: ['live.list'], success: 200, codes: ['invalid_cursor'] } as const;
const create = {
  method: 'POST',
  scopes: ['plan.update'],
  delegatedScopes: ['live.update'],
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
  scopes: ['plan.update'],
  delegatedScopes: ['live.update'],
  ifMatch: true,
  body: 'json',
  bodyMax: DOCUMENT_MAX_BYTES,
  success: 200,
  etag: true,
} as const;
const remove = {
  method: 'DELETE',
  scopes: ['plan.update'],
  delegatedScopes: ['live.update'],
  ifMatch: true,
  success: 204,
} as const;

const OF_ACCOUNT = '/v1/accounts/{account_id}/plans';
const OF_ORGANIZATION = '/v1/organizations/{organization_id}/plans';

/** Operations for plans. [D65] */
export const PLAN_OPERATIONS = {
  listAccountPlans: {
    ...list,
    ...ACCOUNT,
    path: OF_ACCOUNT,
    summary: 'List the plans of an account',
    description: 'Returns the plans of a personal account without their entries, one result page at a time.',
  },
  createAccountPlan: {
    ...create,
    ...ACCOUNT,
    path: OF_ACCOUNT,
    summary: 'Create a plan of an account',
    description: 'Creates a plan. Nothing in it reaches the audience before an operator shows an entry.',
  },
  getAccountPlan: {
    ...get,
    ...ACCOUNT,
    path: `${OF_ACCOUNT}/{plan_id}`,
    summary: 'Retrieve a plan of an account',
    description: 'Returns a plan with its entries.',
  },
  replaceAccountPlan: {
    ...replace,
    ...ACCOUNT,
    path: `${OF_ACCOUNT}/{plan_id}`,
    summary: 'Replace a plan of an account',
    description:
      'Replaces the name, date and entries of a plan. Entries with an `id` keep their identity; entries without one ' +
      'are new. A plan that is attached to a Live also requires `live.update`.',
  },
  deleteAccountPlan: {
    ...remove,
    ...ACCOUNT,
    path: `${OF_ACCOUNT}/{plan_id}`,
    summary: 'Delete a plan of an account',
    description:
      'Deletes a plan. Lives with this plan keep what they show. A plan that is attached to a Live also requires ' +
      '`live.update`.',
  },
  listOrganizationPlans: {
    ...list,
    ...ORGANIZATION,
    path: OF_ORGANIZATION,
    summary: 'List the plans of an organization',
    description: 'Returns the plans of an organization without their entries, one result page at a time.',
  },
  createOrganizationPlan: {
    ...create,
    ...ORGANIZATION,
    path: OF_ORGANIZATION,
    summary: 'Create a plan of an organization',
    description: 'Creates a plan. Nothing in it reaches the audience before an operator shows an entry.',
  },
  getOrganizationPlan: {
    ...get,
    ...ORGANIZATION,
    path: `${OF_ORGANIZATION}/{plan_id}`,
    summary: 'Retrieve a plan of an organization',
    description: 'Returns a plan with its entries.',
  },
  replaceOrganizationPlan: {
    ...replace,
    ...ORGANIZATION,
    path: `${OF_ORGANIZATION}/{plan_id}`,
    summary: 'Replace a plan of an organization',
    description:
      'Replaces the name, date and entries of a plan. Entries with an `id` keep their identity; entries without one ' +
      'are new. A plan that is attached to a Live also requires `live.update`.',
  },
  deleteOrganizationPlan: {
    ...remove,
    ...ORGANIZATION,
    path: `${OF_ORGANIZATION}/{plan_id}`,
    summary: 'Delete a plan of an organization',
    description:
      'Deletes a plan. Lives with this plan keep what they show. A plan that is attached to a Live also requires ' +
      '`live.update`.',
  },
  attachPlan: {
    method: 'PUT',
    path: '/v1/lives/{live_id}/plan',
    summary: 'Attach a plan to a Live',
    description:
      'Attaches a plan of the same owner to a Live, or detaches the plan with null. What is on air does not ' +
      'change.',
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
    summary: 'Show a plan entry',
    description:
      'Shows an entry of the attached plan: the entry with `entry_id`, or the one that is `by` entries away. A ' +
      'passage replaces the queue. A deck is presented, which also requires `presentation.publish`, and ' +
      '`presentation.update` if the deck has changed since its last snapshot. Headings are skipped.',
    tag: 'Plans',
    scopes: ['live.update', 'translation.read'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    expensive: true,
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
