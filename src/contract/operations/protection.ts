import { ANY_CREDENTIAL, type Operation } from './operation.ts';

/** Operations for the audience secret. [PUT audience-secret], [D20] */
export const PROTECTION_OPERATIONS = {
  getAudienceSecret: {
    method: 'GET',
    path: '/v1/lives/{live_id}/audience-secret',
    summary: 'Retrieve the protection of a Live',
    description: 'Returns whether the audience needs a secret. The secret itself is never returned.',
    tag: 'Settings',
    scopes: ['live.get'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    success: 200,
    etag: true,
  },
  protectAudience: {
    method: 'POST',
    path: '/v1/lives/{live_id}/audience-secret',
    summary: 'Protect a Live',
    description:
      'Generates an audience secret and returns it. The secret is not shown again. Viewers must enter it to ' +
      'watch the Live.',
    tag: 'Settings',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    idempotency: 'unsupported',
    success: 200,
    etag: true,
    codes: ['already_protected'],
  },
  rotateAudienceSecret: {
    method: 'PUT',
    path: '/v1/lives/{live_id}/audience-secret',
    summary: 'Rotate the audience secret',
    description:
      'Replaces the audience secret and returns the new one, which is not shown again. Viewers who used the ' +
      'previous secret are disconnected.',
    tag: 'Settings',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    idempotency: 'unsupported',
    success: 200,
    etag: true,
    codes: ['not_protected'],
  },
  unprotectAudience: {
    method: 'DELETE',
    path: '/v1/lives/{live_id}/audience-secret',
    summary: 'Remove the protection of a Live',
    description: 'Removes the audience secret, so that everyone with the link can watch the Live.',
    tag: 'Settings',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    ifMatch: true,
    idempotency: 'unsupported',
    success: 200,
    etag: true,
  },
} as const satisfies Record<string, Operation>;
