import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasScope, type Principal } from '../../../src/auth/principal.ts';
import { type CredentialKind, PERSONAL_SCOPES, type Scope, SERVICE_SCOPES } from '../../../src/contract/scopes.ts';

const principal = (kind: CredentialKind, scopes: readonly Scope[] | null): Principal => ({
  kind,
  credentialId: 'id',
  console: false,
  credentialHash: 'hash',
  userId: kind === 'service' ? null : 'user',
  owner: { kind: kind === 'service' ? 'organization' : 'account', id: 'owner' },
  restricted: false,
  scopes: scopes && new Set(scopes),
  expiresAtMs: Infinity,
});

test('[Authentication] when the scopes of a personal credential are empty, then they are what its user may do, and no more', () => {
  const inheriting = principal('personal', null);
  for (const scope of PERSONAL_SCOPES) assert.ok(hasScope(inheriting, scope), scope);
  assert.equal(hasScope(inheriting, 'offline_access'), false);
});

test('[Authentication] when scopes are explicit, then they count as far as the user may', () => {
  for (const kind of ['personal', 'delegated'] as const) {
    const scoped = principal(kind, ['live.get', 'offline_access']);
    assert.equal(hasScope(scoped, 'live.get'), true);
    assert.equal(hasScope(scoped, 'live.update'), false);
    assert.equal(hasScope(scoped, 'offline_access'), false);
  }
});

test('[D34] when a service token is used, then it has the scopes chosen when it was issued', () => {
  const service = principal('service', ['live.get']);
  assert.deepEqual(
    SERVICE_SCOPES.filter((scope) => hasScope(service, scope)),
    ['live.get'],
  );
});
