import pino from 'pino';
import type { Principal } from '../../src/auth/principal.ts';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';
import { openLogDestination } from '../../src/log-destination.ts';
import { startServer } from '../../src/server/start-server.ts';

/**
 * Our server without the bearer check: every request counts as the first caller's. Only for measuring the cost of the
 * check.
 */
const config = readConfig();
const destination = openLogDestination({ onLinesDropped: () => {} });
const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
const installation = await openInstallation(config, (error) => log.warn({ err: error }));
const { authenticator } = installation;
let first: Principal | undefined;
const authenticate = authenticator.authenticate.bind(authenticator);
authenticator.authenticate = async (secret, connection) => {
  first ??= await authenticate(secret, connection);
  return first;
};
const server = await startServer(config, installation, { log });
process.once('SIGTERM', async () => {
  await server.close();
  await installation.close();
  process.exit(0);
});
