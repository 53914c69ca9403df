import pino from 'pino';
import { describeWithCause } from './cli/command-failure.ts';
import { INVOCATION } from './cli/invocation.ts';
import { listenForCommands } from './cli/socket/local-socket.ts';
import { readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { listUnknownSettings } from './config/settings.ts';
import { LecternError } from './contract/lectern-error.ts';
import { createFirstToken, createOwnerSignIn, isSeeded, listFirstLives, seedEmptyInstallation } from './first-start.ts';
import { openInstallation } from './installation.ts';
import { openLogDestination, toLoggedError, toLogLevel } from './log-destination.ts';
import { onNpmExit } from './on-npm-exit.ts';
import { readSecrets } from './secrets.ts';
import { startServer } from './server/start-server.ts';
import { DataFolderInUseError } from './storage/files/process-lock.ts';
import { SchemaTooNewError } from './storage/migrations/migrate.ts';
import { ReplacedDataError, UnusableDataError } from './storage/unusable-data-error.ts';
import { surviveResourceExhaustion } from './survive-resource-exhaustion.ts';
import { printWelcome } from './welcome.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** A stop takes no longer, whatever the database does. [D46] */
const STOP_MAX_MS = 9_000;
/** For a stop that hangs nevertheless. */
const STOP_FORCED_MS = 9_500;
const LOG_FLUSH_MAX_MS = 1_000;
const LIVES_SHOWN = 5;

const HELP = `Usage: npm start
       npm start -- --lan

Serves this installation until Ctrl-C or SIGTERM; the first start makes one.

Options:
  --lan       Listen on all addresses, and print the network link with its QR code
  -h, --help  Show this

Settings are environment variables: HOST, PORT, LECTERN_DATA_DIR and more. "${INVOCATION} config" lists them,
and "${INVOCATION} --help" the commands.`;

function readArguments(given: readonly string[]): { lan: boolean; help: boolean } {
  const unknown = given.find((argument) => !['--lan', '--help', '-h'].includes(argument));
  if (unknown !== undefined) {
    throw new ConfigError(`"${unknown}" means nothing here; "--lan" and "--help" are what there is.`);
  }
  return { lan: given.includes('--lan'), help: given.includes('--help') || given.includes('-h') };
}

/** Starts a server and runs it until a signal ends it. */
async function main(): Promise<void> {
  const { lan, help } = readArguments(process.argv.slice(2));
  if (help) return console.log(HELP);
  const config = readConfig(process.env, { lan });
  // Before anything is written: an installation on PostgreSQL that nobody can serve yet should stay empty.
  if (config.databaseUrl !== null) readSecrets(config.secretFile, false);
  const destination = openLogDestination({
    onLinesDropped: (lines) => log.warn({ lines }, 'there was no room for lines of the log'),
  });
  const log = pino(
    {
      level: toLogLevel(config.logLevel, process.env, process.stderr.isTTY),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toLoggedError },
    },
    destination,
  );
  surviveResourceExhaustion(log);
  for (const setting of listUnknownSettings(process.env)) log.warn({ setting }, 'a setting that does not exist');
  const replaced = Promise.withResolvers<Error>();
  const installation = await openInstallation(config, (error) => {
    if (error instanceof ReplacedDataError) replaced.resolve(error);
    else log.warn({ err: error }, 'database connection lost');
  });
  // Of several nodes that start together one furnishes, until it has shown what nobody sees twice.
  const endTurn =
    config.starter && !(await isSeeded(installation)) ? await installation.storage.acquireClusterLock() : null;
  const furnished = config.starter ? await seedEmptyInstallation(installation) : null;
  const server = await startServer(config, installation, { log });
  const commands = await listenForCommands(installation, config, log);
  log.info({ engine: installation.storage.engine, port: server.port }, 'ready');
  printWelcome({
    config: { ...config, port: server.port, publicUrl: server.publicUrl },
    lan,
    ownerEntry: await createOwnerSignIn(installation),
    token: furnished && (await createFirstToken(installation, furnished)),
    lives: await listFirstLives(installation, LIVES_SHOWN),
  });
  await endTurn?.();

  const stop = async (exitCode: number) => {
    const deadline = performance.now() + STOP_MAX_MS;
    setTimeout(() => process.exit(1), STOP_FORCED_MS).unref();
    await Promise.all([commands.close(), server.close()]);
    // A write that is cut off here has not been acknowledged to anyone.
    if (!(await installation.close(Math.max(0, deadline - performance.now())))) log.warn('the database was silent');
    // A log that cannot be written is no reason to stay.
    setTimeout(() => process.exit(exitCode), LOG_FLUSH_MAX_MS);
    log.flush(() => process.exit(exitCode));
  };
  let stopping = false;
  const stopOnce = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    stop(exitCode).catch((error) => {
      log.fatal({ err: error }, 'could not stop in order');
      process.exit(1);
    });
  };
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (!stopping) log.info({ signal }, 'stopping');
      stopOnce(0);
    });
  }
  onNpmExit(process.env, () => {
    if (!stopping) log.info('npm has ended: stopping');
    stopOnce(0);
  });
  replaced.promise.then((error) => {
    log.fatal({ err: error }, 'the database was restored: start again');
    stopOnce(1);
  });
}

const MENDABLE = [ConfigError, DataFolderInUseError, UnusableDataError, SchemaTooNewError];

/** What a person can mend is said in one line; everything else is a defect and shows its stack. */
function explain(error: unknown): string {
  if (MENDABLE.some((type) => error instanceof type)) return (error as Error).message;
  if (error instanceof LecternError) return describeWithCause(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken. Choose another with PORT, or stop what uses it.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${(error as { hostname?: string }).hostname ?? address} to listen on: set HOST to one that it has.`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `The data folder cannot be made: ${(error as Error).message}`;
  if (code === 'EACCES') return `Not allowed: ${(error as Error).message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error) => {
  console.error(`Lectern did not start. ${explain(error)}`);
  process.exit(1);
});
