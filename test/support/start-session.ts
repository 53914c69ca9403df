import { hashOpaqueSecret } from '../../src/domain/opaque-secret.ts';
import type { SessionRecord } from '../../src/storage/storage.ts';
import type { TestLectern } from './lectern.ts';

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
  return started!;
}
