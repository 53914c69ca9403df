import assert from 'node:assert/strict';
import { OAUTH_SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import {
  hashCredentialSecret,
  newCredentialSecret,
} from '../../../src/domain/account/credentials/credential-secret.ts';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import type { TestLectern, TestOwner } from '../server/lectern.ts';
import { startStoredSession } from './start-session.ts';

export interface TestGrant {
  readonly id: string;
  readonly clientId: string;
  readonly access: string;
  readonly refresh: string;
}

const HOUR_MS = 3_600_000;

/**
 * Writes a grant of an account's user directly to the storage, without pages, codes or rules of issuing. Its client is
 * new unless given.
 */
export async function createGrant(
  { installation }: Pick<TestLectern, 'installation'>,
  owner: TestOwner | { readonly email: string },
  more: {
    scopes?: readonly Scope[];
    clientId?: string;
    createdAt?: string;
    expiresAt?: string;
    revoked?: boolean;
  } = {},
): Promise<TestGrant> {
  const { oauth, accounts } = installation.storage;
  const { id: userId } = (await accounts.findUserByEmail((owner as { email: string }).email))!;
  const { scopes = OAUTH_SCOPES, createdAt = new Date().toISOString() } = more;
  const { expiresAt = new Date(Date.now() + HOUR_MS).toISOString() } = more;
  const redirectUri = 'https://app.example/callback';
  const clientId = more.clientId ?? newId();
  if (more.clientId === undefined) {
    const client = { name: 'App', redirectUris: [redirectUri], scopes: OAUTH_SCOPES, disabled: false, createdAt };
    await oauth.createClient({ id: clientId, ...client });
  }
  const audit = toAuditRecord(toCommandActor('test'), { owner: null });
  const asked = { hash: newId(), clientId, redirectUri, scopes, codeChallenge: 'none', createdAt, expiresAt };
  await oauth.createRequest({ ...asked, state: 'none', browserHash: 'none', sessionId: null });
  const session = await startStoredSession(installation.storage, userId, createdAt);
  const code = { ...asked, userId, replacedGrantId: null };
  const use = { userId, secretHash: session.hash, now: createdAt };
  assert.ok(await oauth.decideRequest(asked.hash, { ...use, code }, audit));
  const [id, access, refresh] = [newId(), newCredentialSecret('access'), newCredentialSecret('refresh')];
  const verdict = await oauth.exchangeCode(
    asked.hash,
    () => ({
      kind: 'issue',
      grant: { id, clientId, userId, scopes, createdAt, expiresAt, revokedAt: more.revoked ? createdAt : null },
      access: { hash: hashCredentialSecret(access), scopes, createdAt, expiresAt },
      refreshHash: hashCredentialSecret(refresh),
      audit: { ...audit, id: newId() },
    }),
    Infinity,
  );
  assert.ok(typeof verdict === 'object');
  assert.ok(await installation.storage.sessions.end({ id: session.id, userId }, { ...audit, id: newId() }));
  return { id, clientId, access, refresh };
}
