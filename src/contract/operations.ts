import type { ErrorCode } from './error-codes.ts';
import type { CredentialKind, Scope } from './scopes.ts';

/**
 * Every REST operation as data: where it is, who may call it with which scopes, what it needs and how it can fail.
 * The routes, the order of checks [D4], the OpenAPI document [D48] and the tests are made from this table.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly tag: 'Lives' | 'Queue' | 'Events' | 'Playback' | 'Settings' | 'Scripture' | 'Accounts';
  /** All of them must be held. */
  readonly scopes: readonly Scope[];
  readonly kinds: readonly CredentialKind[];
  /** The resource named in the path, which must exist and belong to the caller's account or organization. */
  readonly resource?: 'live' | 'account' | 'organization';
  readonly ifMatch?: boolean;
  readonly body?: 'json';
  /** `unsupported`: sending Idempotency-Key is refused. [D9] */
  readonly idempotency?: 'unsupported';
  readonly success: 200 | 201 | 204;
  /** Waits: each call is charged against the budget of polls as well, and there is no HEAD. [D5], [D10] */
  readonly poll?: boolean;
  /** Sends a strong ETag, so that a GET honours If-None-Match. [D5] */
  readonly etag?: boolean;
  /** Codes beyond those that follow from the fields above. */
  readonly codes?: readonly ErrorCode[];
}

const ANY: readonly CredentialKind[] = ['service', 'personal', 'delegated'];
const OWNER: readonly CredentialKind[] = ['personal', 'delegated'];
const SERVICE: readonly CredentialKind[] = ['service'];
const QUEUE_WRITE: readonly ErrorCode[] = ['presentation_mode', 'live_stopped'];

export const OPERATIONS = {
  listPersonalLives: {
    method: 'GET',
    path: '/v1/accounts/{account_id}/lives',
    summary: 'List the Lives of a personal account',
    tag: 'Lives',
    scopes: ['live.list'],
    kinds: OWNER,
    resource: 'account',
    success: 200,
    codes: ['invalid_cursor'],
  },
  createPersonalLive: {
    method: 'POST',
    path: '/v1/accounts/{account_id}/lives',
    summary: 'Create a personal Live',
    tag: 'Lives',
    scopes: ['live.create'],
    kinds: OWNER,
    resource: 'account',
    body: 'json',
    success: 201,
    etag: true,
    codes: ['quota_exceeded'],
  },
  listOrganizationLives: {
    method: 'GET',
    path: '/v1/organizations/{organization_id}/lives',
    summary: 'List the Lives of an organization',
    tag: 'Lives',
    scopes: ['live.list'],
    kinds: SERVICE,
    resource: 'organization',
    success: 200,
    codes: ['invalid_cursor'],
  },
  createOrganizationLive: {
    method: 'POST',
    path: '/v1/organizations/{organization_id}/lives',
    summary: 'Create a Live of an organization',
    tag: 'Lives',
    scopes: ['live.create'],
    kinds: SERVICE,
    resource: 'organization',
    body: 'json',
    success: 201,
    etag: true,
    codes: ['quota_exceeded'],
  },
  getLive: {
    method: 'GET',
    path: '/v1/lives/{live_id}',
    summary: 'Read a Live',
    tag: 'Lives',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    etag: true,
  },
  renameLive: {
    method: 'PATCH',
    path: '/v1/lives/{live_id}',
    summary: 'Rename a Live',
    tag: 'Lives',
    scopes: ['live.update'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
  },
  deleteLive: {
    method: 'DELETE',
    path: '/v1/lives/{live_id}',
    summary: 'Delete a Live',
    tag: 'Lives',
    scopes: ['live.delete'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    success: 204,
  },
  getDisplay: {
    method: 'GET',
    path: '/v1/lives/{live_id}/display',
    summary: 'Read what the display says',
    tag: 'Lives',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    etag: true,
  },
  getPlayback: {
    method: 'GET',
    path: '/v1/lives/{live_id}/playback',
    summary: 'Read the playback state',
    tag: 'Playback',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    etag: true,
  },
  updatePlayback: {
    method: 'PATCH',
    path: '/v1/lives/{live_id}/playback',
    summary: 'Run, stop, pause or resume',
    tag: 'Playback',
    scopes: ['live.update'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
  },
  getSettings: {
    method: 'GET',
    path: '/v1/lives/{live_id}/settings',
    summary: 'Read the settings of a Live',
    tag: 'Settings',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    etag: true,
  },
  updateSettings: {
    method: 'PATCH',
    path: '/v1/lives/{live_id}/settings',
    summary: 'Change reference and translations',
    tag: 'Settings',
    scopes: ['live.update'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
    codes: ['invalid_reference', 'edition_not_enabled'],
  },
  getFocus: {
    method: 'GET',
    path: '/v1/lives/{live_id}/focus',
    summary: 'Read which item has the focus',
    tag: 'Queue',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    etag: true,
    codes: ['presentation_mode'],
  },
  updateFocus: {
    method: 'PATCH',
    path: '/v1/lives/{live_id}/focus',
    summary: 'Focus an item of the queue',
    tag: 'Queue',
    scopes: ['live.update'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
    codes: ['presentation_mode'],
  },
  listQueueItems: {
    method: 'GET',
    path: '/v1/lives/{live_id}/queue-items',
    summary: 'Read a page of the queue',
    tag: 'Queue',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    etag: true,
    codes: ['presentation_mode', 'stale_queue_cursor', 'invalid_cursor'],
  },
  getQueueItem: {
    method: 'GET',
    path: '/v1/lives/{live_id}/queue-items/{item_id}',
    summary: 'Read one item of the queue',
    tag: 'Queue',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    etag: true,
    codes: ['presentation_mode'],
  },
  deleteQueueItem: {
    method: 'DELETE',
    path: '/v1/lives/{live_id}/queue-items/{item_id}',
    summary: 'Remove one item from the queue',
    tag: 'Queue',
    scopes: ['live.update'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    success: 204,
    etag: true,
    codes: QUEUE_WRITE,
  },
  reorderQueue: {
    method: 'PUT',
    path: '/v1/lives/{live_id}/queue-items/order',
    summary: 'Put the queue into another order',
    tag: 'Queue',
    scopes: ['live.update'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
    codes: [...QUEUE_WRITE, 'invalid_queue_order'],
  },
  pushStack: {
    method: 'POST',
    path: '/v1/lives/{live_id}/stack',
    summary: 'Append scripture to the queue and show it',
    tag: 'Queue',
    scopes: ['live.update', 'translation.read'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
    idempotency: 'unsupported',
    codes: [...QUEUE_WRITE, 'invalid_reference', 'edition_not_enabled', 'translations_not_configured', 'queue_full'],
  },
  clearStack: {
    method: 'DELETE',
    path: '/v1/lives/{live_id}/stack',
    summary: 'Clear the queue',
    tag: 'Queue',
    scopes: ['live.update'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    success: 200,
    etag: true,
    idempotency: 'unsupported',
  },
  pushPassage: {
    method: 'POST',
    path: '/v1/lives/{live_id}/passages',
    summary: 'Push a passage as a person writes it',
    tag: 'Queue',
    scopes: ['live.update', 'translation.read'],
    kinds: ANY,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
    idempotency: 'unsupported',
    codes: [...QUEUE_WRITE, 'invalid_reference', 'edition_not_enabled', 'translations_not_configured', 'queue_full'],
  },
  pollEvents: {
    method: 'GET',
    path: '/v1/lives/{live_id}/events',
    summary: 'Wait for a change of a Live',
    tag: 'Events',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    poll: true,
    idempotency: 'unsupported',
    success: 200,
    codes: ['invalid_cursor', 'watch_limit_reached'],
  },
  listTranslations: {
    method: 'GET',
    path: '/v1/translations',
    summary: 'List the known editions',
    tag: 'Scripture',
    scopes: ['translation.list'],
    kinds: ANY,
    success: 200,
    etag: true,
    codes: ['invalid_cursor'],
  },
  getTranslation: {
    method: 'GET',
    path: '/v1/translations/{slug}',
    summary: 'Read one edition with its rights and provenance',
    tag: 'Scripture',
    scopes: ['translation.get'],
    kinds: ANY,
    success: 200,
    etag: true,
    codes: ['not_found'],
  },
  listBooks: {
    method: 'GET',
    path: '/v1/books',
    summary: 'List the canonical books',
    tag: 'Scripture',
    scopes: ['translation.list'],
    kinds: ANY,
    success: 200,
    etag: true,
    codes: ['invalid_cursor'],
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

/** Every code that an operation can answer with, in the order of the checks. [D4] */
export function codesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(['rate_limited', 'invalid_token', 'forbidden', 'insufficient_scope']);
  if (operation.resource) codes.add('not_found').add('processing_restricted');
  if (operation.body) codes.add('unsupported_media_type').add('body_too_large').add('malformed_json');
  codes.add('invalid_fields');
  if (operation.idempotency === 'unsupported') codes.add('idempotency_unsupported');
  if (operation.ifMatch) codes.add('validator_required').add('invalid_validator').add('stale_validator');
  for (const code of operation.codes ?? []) codes.add(code);
  codes.add('internal_error').add('unavailable');
  if (operation.kinds.length === 3) codes.delete('forbidden');
  return [...codes];
}
