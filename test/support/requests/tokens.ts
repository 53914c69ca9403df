import assert from 'node:assert/strict';
import {
  hashCredentialSecret,
  newCredentialSecret,
} from '../../../src/domain/account/credentials/credential-secret.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import type { CredentialRecord } from '../../../src/storage/storage.ts';
import { createTestAccount, type TestLectern, type TestOwner } from '../server/lectern.ts';
import { type Api, api, type JsonDocument } from './api.ts';

/** A user with an inheriting credential. */
export interface TestUser extends Api {
  readonly owner: TestOwner & { email: string };
  readonly email: string;
}

export async function createTestUser(lectern: TestLectern): Promise<TestUser> {
  const account = await createTestAccount(lectern);
  return { ...api(lectern, account), owner: account, email: account.email };
}

/** A personal token made over REST, with its secret. */
export async function createTestToken(user: Api, body: object = {}): Promise<JsonDocument> {
  const created = await user.post('/v1/me/tokens', { name: 'Token', ...body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body;
}

/** Values that no rule of issuing allows, such as an expiry in the past. */
type Kept = Partial<Pick<CredentialRecord, 'expiresAt' | 'revokedAt' | 'scopes'>>;

/** A credential of an owner, made by hand: no rule of issuing stands between it and what is checked of it. */
export async function startCredential(
  { installation }: TestLectern,
  owner: TestOwner & { email?: string },
  more: Kept,
): Promise<{ id: string; token: string; expires_at: string | null }> {
  const { accounts, credentials } = installation.storage;
  const kind = owner.kind === 'account' ? 'personal' : 'service';
  const [id, token] = [newId(), newCredentialSecret(kind)];
  const user = kind === 'personal' ? await accounts.findUserByEmail(owner.email!) : null;
  const record: CredentialRecord = {
    id,
    kind,
    hash: hashCredentialSecret(token),
    name: 'By hand',
    scopes: [],
    organizationId: kind === 'service' ? owner.id : null,
    userId: user?.id ?? null,
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    revokedAt: null,
    ...more,
  };
  await credentials.create(record);
  return { id, token, expires_at: record.expiresAt };
}
