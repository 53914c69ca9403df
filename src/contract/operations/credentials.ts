import { ANY_CREDENTIAL, type Operation, PERSONAL_CREDENTIALS } from './operation.ts';

/** Operations for the current credential, personal tokens and connected apps. [D33], [D37], [D38] */
export const CREDENTIAL_OPERATIONS = {
  getMe: {
    method: 'GET',
    path: '/v1/me',
    summary: 'Retrieve the current credential',
    description:
      'Returns the scopes and the expiry of the credential that authenticates the request, with the account of its ' +
      "user. A service token returns its organization, and a member's also the role; any other has no account.",
    tag: 'Accounts',
    scopes: [],
    delegatedScopes: ['identity.read'],
    kinds: ANY_CREDENTIAL,
    success: 200,
  },
  listTokens: {
    method: 'GET',
    path: '/v1/me/tokens',
    summary: 'List personal tokens',
    description: 'Returns the valid personal tokens of the user, without their secrets.',
    tag: 'Credentials',
    scopes: ['token.list'],
    kinds: PERSONAL_CREDENTIALS,
    success: 200,
    codes: ['invalid_cursor'],
  },
  createToken: {
    method: 'POST',
    path: '/v1/me/tokens',
    summary: 'Create a personal token',
    description:
      'Creates a personal token and returns its secret, which is not shown again. A token never grants more ' +
      'than the token that creates it, and ends no later. It stays valid if that token is revoked.',
    tag: 'Credentials',
    scopes: ['token.create'],
    kinds: PERSONAL_CREDENTIALS,
    body: 'json',
    idempotency: 'unsupported',
    success: 201,
    codes: ['quota_exceeded'],
  },
  renameToken: {
    method: 'PATCH',
    path: '/v1/me/tokens/{token_id}',
    summary: 'Rename a personal token',
    description: 'Changes the name of a personal token. Its secret, scopes and expiry stay the same.',
    tag: 'Credentials',
    scopes: ['token.create'],
    kinds: PERSONAL_CREDENTIALS,
    body: 'json',
    success: 200,
    codes: ['not_found'],
  },
  rotateToken: {
    method: 'POST',
    path: '/v1/me/tokens/{token_id}/rotate',
    summary: 'Rotate a personal token',
    description:
      'Replaces the secret of a personal token and returns the new one, which is not shown again. The previous ' +
      'secret works for `overlap_seconds`.',
    tag: 'Credentials',
    scopes: ['token.create'],
    kinds: PERSONAL_CREDENTIALS,
    body: 'json',
    idempotency: 'unsupported',
    success: 200,
    codes: ['not_found', 'quota_exceeded'],
  },
  deleteToken: {
    method: 'DELETE',
    path: '/v1/me/tokens/{token_id}',
    summary: 'Revoke a personal token',
    description:
      'Revokes a personal token immediately. Every token can revoke itself without any scope, including service ' +
      'tokens.',
    tag: 'Credentials',
    scopes: ['token.delete'],
    kinds: PERSONAL_CREDENTIALS,
    itself: 'token_id',
    success: 204,
    codes: ['not_found'],
  },
  listGrants: {
    method: 'GET',
    path: '/v1/me/oauth-grants',
    summary: 'List connected apps',
    description: 'Returns the OAuth grants of the user: each app with its scopes and expiry.',
    tag: 'Credentials',
    scopes: ['token.list'],
    kinds: PERSONAL_CREDENTIALS,
    success: 200,
  },
  deleteGrant: {
    method: 'DELETE',
    path: '/v1/me/oauth-grants/{grant_id}',
    summary: 'Disconnect an app',
    description: 'Revokes an OAuth grant. Its access and refresh tokens stop working immediately.',
    tag: 'Credentials',
    scopes: ['token.delete'],
    kinds: PERSONAL_CREDENTIALS,
    success: 204,
    codes: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
