import pino from 'pino';
import { readConfig } from '../../src/config.ts';
import { createAccessLog, createTimestamp } from '../../src/http/access-log.ts';
import { Admission } from '../../src/http/admission.ts';
import { openInstallation } from '../../src/installation.ts';
import { startServer } from '../../src/server.ts';
import type { LiveCommit } from '../../src/storage/storage.ts';

/** Our server without what protects and remembers: no budgets, no audit, no journal. For what these cost, and for nothing else. */
class NoAdmission extends Admission {
  override chargeRequest(): void {}
  override chargePrincipal(): void {}
  override announcePeer(): void {}
  override chargeAudience(): void {}
}

const config = readConfig();
const destination = pino.destination({ fd: 2, sync: false, minLength: 65_536, maxWrite: 131_072 });
const timestamp = createTimestamp();
const log = pino({ level: config.logLevel, base: null, timestamp }, destination);
const installation = await openInstallation(config, (error) => log.warn({ err: error }));
const { lives } = installation.storage;
const commit = lives.commit;
Object.assign(lives, { commit: (change: LiveCommit) => commit({ ...change, journal: null, audit: null }) });
const server = await startServer(config, installation, {
  log,
  accessLog: createAccessLog(destination, timestamp),
  admission: new NoAdmission(config.budgets, null),
});
process.once('SIGTERM', async () => {
  await server.close();
  await installation.close();
  process.exit(0);
});
