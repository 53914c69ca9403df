import { readConfig } from '../../src/config/config.ts';
import { type Installation, openInstallation } from '../../src/installation.ts';
import { startSession } from '../../test/support/requests/start-session.ts';
import type { SeededInstallation } from '../../test/support/server/process.ts';

/**
 * Signs a new operator in to the organization of a seeded installation that is not running. `prepare` may add to the
 * installation. Returns the session's secret and the id of the organization.
 */
export async function createOperatorSession(
  { env, liveId }: SeededInstallation,
  prepare: (installation: Installation) => Promise<void> = async () => {},
): Promise<{ secret: string; organizationId: string }> {
  const installation = await openInstallation(readConfig(env), (error) => {
    throw error;
  });
  const email = 'console@example.org';
  const { administration } = installation;
  await administration.createUser({ email, name: 'Ana' });
  const { record } = (await installation.lives.find(liveId))!;
  const organizationId = record.owner.id;
  await administration.setMember({ organization: organizationId, email, role: 'operator' });
  const { secret } = await startSession({ installation }, email);
  await prepare(installation);
  await installation.close();
  return { secret, organizationId };
}
