import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { Admission } from '../../src/http/admission/admission.ts';
import { openInstallation } from '../../src/installation.ts';
import { openLogDestination } from '../../src/log-destination.ts';
import { startServer } from '../../src/server/start-server.ts';
import type { LiveCommit } from '../../src/storage/storage.ts';

/**
 * Our server twice in one process, each on a database of its own: on `PORT` as it is, and on `TWIN_PORT` without what
 * protects and remembers: no budgets, no audit, no journal. Two like processes differ by up to a sixth as long as they
 * run; two servers in one do not. For what these cost, and for nothing else.
 */
class NoAdmission extends Admission {
  override async chargeRequest(): Promise<void> {}
  override async chargePrincipal(): Promise<void> {}
  override setPeerRateLimitHeader(): void {}
  override async chargeAudience(): Promise<void> {}
}

const config = readConfig();
const folder = mkdtempSync(`${config.dataDir}-twin-`);
const dataDir = join(folder, 'data');
cpSync(config.dataDir, dataDir, { recursive: true });
const plainConfig = { ...config, dataDir, port: Number(process.env.TWIN_PORT) };

const destination = openLogDestination({ onLinesDropped: () => {} });
const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
const warn = (error: Error) => log.warn({ err: error });
const whole = await openInstallation(config, warn);
const plain = await openInstallation(plainConfig, warn);
const { lives } = plain.storage;
const commit = lives.commit;
Object.assign(lives, { commit: (change: LiveCommit) => commit({ ...change, journal: null, audit: null }) });
const admission = new NoAdmission(config.budgets, null);
// Starts the twin first: the benchmark waits for the other server.
const servers = [await startServer(plainConfig, plain, { log, admission }), await startServer(config, whole, { log })];
process.once('SIGTERM', async () => {
  await Promise.all(servers.map((server) => server.close()));
  await Promise.all([whole.close(), plain.close()]);
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
