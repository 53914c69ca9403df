import assert from 'node:assert/strict';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { hashOpaqueSecret } from '../../../src/domain/opaque-secret.ts';
import type { SessionRecord, Storage } from '../../../src/storage/storage.ts';
import type { TestLectern } from '../server/lectern.ts';

/** A session of a user, by a link that signs in: how a person signs in is not what is tested. */
export async function startSession(
  { installation }: Pick<TestLectern, 'installation'>,
  email: string,
  device = 'Test',
): Promise<{ session: SessionRecord; secret: string }> {
  const user = (await installation.storage.accounts.findUserByEmail(email))!;
  const { path } = await installation.links.createForUser(email, 'sign_in', 1);
  const started = await installation.sessions.start(
    user,
    { linkHash: hashOpaqueSecret(path.slice('/link/'.length)) },
    { device, secret: undefined },
    { channel: 'page', userId: user.id, credentialId: null, operation: 'signIn', requestId: 'test' },
  );
  assert.ok(started);
  return started;
}

/** Starts a session directly in the storage. Returns the session, which begins at `at`, with the hash of its secret. */
export async function startStoredSession(
  storage: Storage,
  userId: string,
  at: string,
): Promise<{ id: string; hash: string }> {
  const [session, linkHash] = [{ id: newId(), hash: newId() }, newId()];
  const times = { createdAt: at, expiresAt: '2099-12-31T00:00:00.000Z' };
  const offered = { email: null, organizationId: null, role: null, invitedBy: null };
  assert.ok(
    await storage.links.create({ hash: linkHash, id: newId(), purpose: 'sign_in', userId, ...offered, ...times }),
  );
  const started = await storage.sessions.start(
    { ...session, ...times, userId, device: 'Test', lastUsedAt: at },
    { linkHash },
    { replaced: null, max: 50, rank: () => 0 },
    toAuditRecord(toCommandActor('test'), { owner: null }),
  );
  assert.ok(started);
  return session;
}
