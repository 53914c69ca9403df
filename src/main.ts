import pino, { type Logger } from 'pino';
import { describeWithCause } from './cli/command-failure.ts';
import { INVOCATION } from './cli/invocation.ts';
import { listenForCommands } from './cli/socket/local-socket.ts';
import { ALL_ADDRESSES, type Config, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { listUnknownSettings } from './config/settings.ts';
import { LecternError } from './contract/lectern-error.ts';
import { completeSeeding, createOwnerSignIn, isSeeded, listFirstLives, seedEmptyInstallation } from './first-start.ts';
import { openInstallation } from './installation.ts';
import { openLogDestination, toLoggedError, toLogLevel } from './log-destination.ts';
import { onNpmExit } from './on-npm-exit.ts';
import { type PageRestore, PageRestores } from './restore-on-page.ts';
import { readSecrets } from './secrets.ts';
import { startServer } from './server/start-server.ts';
import { DataFolderInUseError } from './storage/files/process-lock.ts';
import { SchemaTooNewError } from './storage/migrations/migrate.ts';
import { ReplacedDataError, UnusableDataError } from './storage/unusable-data-error.ts';
import { surviveResourceExhaustion } from './survive-resource-exhaustion.ts';
import { printWelcome } from './welcome.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Maximum duration of a graceful stop, whatever the database does. [D46] */
const STOP_MAX_MS = 9_000;
/** Forces the exit when a graceful stop hangs nevertheless. */
const STOP_FORCED_MS = 9_500;
const LOG_FLUSH_MAX_MS = 500;
const LIVES_SHOWN = 5;

const HELP = `Usage: npm start
       npm start -- --lan

Serves this installation until Ctrl-C or SIGTERM. The first start creates it.

Options:
  --lan       Listen on all addresses, and print the network link with its QR code
  -h, --help  Show this

Settings are environment variables: HOST, PORT, LECTERN_DATA_DIR and more. "${INVOCATION} config" lists them,
and "${INVOCATION} --help" the commands.`;

function readArguments(args: readonly string[]): { lan: boolean; help: boolean } {
  const unknown = args.find((argument) => !['--lan', '--help', '-h'].includes(argument));
  if (unknown !== undefined) {
    throw new ConfigError(`Unknown argument "${unknown}". Use --lan or --help.`);
  }
  return { lan: args.includes('--lan'), help: args.includes('--help') || args.includes('-h') };
}

/** A server that runs, with its installation. */
interface Serving {
  readonly port: number;
  /** Stops both, by a time of `performance.now()`. */
  close(deadline: number): Promise<void>;
}

interface ServeOptions {
  readonly lan: boolean;
  readonly log: Logger;
  readonly restore: PageRestore | null;
  readonly onDataReplaced: (error: Error) => void;
}

/** Opens the installation, starts a server on it, and prints where it is. */
async function serve(config: Config, { lan, log, restore, onDataReplaced }: ServeOptions): Promise<Serving> {
  const installation = await openInstallation(config, (error) => {
    if (error instanceof ReplacedDataError) onDataReplaced(error);
    else log.warn({ err: error }, 'database connection lost');
  });
  // When several nodes start together, only one seeds, and it holds the lock until it has shown what is shown only
  // once.
  const releaseLock =
    config.starter && !(await isSeeded(installation)) ? await installation.storage.acquireClusterLock() : null;
  const seededOrganization = config.starter ? await seedEmptyInstallation(installation) : null;
  const server = await startServer(config, installation, { log, restore });
  const commands = await listenForCommands(installation, config, log);
  log.info({ engine: installation.storage.engine, port: server.port }, 'ready');
  printWelcome({
    config: {
      ...config,
      ...(server.openToNetwork && { host: ALL_ADDRESSES }),
      port: server.port,
      publicUrl: server.publicUrl,
      plainSignIn: server.plainSignIn,
    },
    lan: lan || server.openToNetwork,
    ownerSignIn: await createOwnerSignIn(installation),
    token: seededOrganization && (await completeSeeding(installation, seededOrganization, process.stdout.isTTY)),
    lives: await listFirstLives(installation, LIVES_SHOWN),
  });
  await releaseLock?.();

  let closing: Promise<void> | null = null;
  const close = async (deadline: number) => {
    await Promise.all([commands.close(), server.close()]);
    // A write that is cut off here has not been acknowledged to any client.
    if (!(await installation.close(Math.max(0, deadline - performance.now()))))
      log.warn('the database did not respond during shutdown');
  };
  return {
    port: server.port,
    close: (deadline) => {
      closing ??= close(deadline);
      return closing;
    },
  };
}

/** Starts a server and runs it until a signal stops it. */
async function main(): Promise<void> {
  const { lan, help } = readArguments(process.argv.slice(2));
  if (help) return console.log(HELP);
  const config = readConfig(process.env, { lan });
  // Checked before anything is written, so that a PostgreSQL database that cannot be served yet stays empty.
  if (config.databaseUrl !== null) readSecrets(config.secretFile, false);
  const destination = openLogDestination({
    onLinesDropped: (lines) => log.warn({ lines }, 'log lines were dropped'),
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
  for (const { setting, meant } of listUnknownSettings(process.env)) log.warn({ setting, meant }, 'unknown setting');
  const dataReplaced = Promise.withResolvers<Error>();
  const start = (port: number, restore: PageRestore | null) =>
    serve({ ...config, port }, { lan, log, restore, onDataReplaced: (error) => dataReplaced.resolve(error) });
  const restores = new PageRestores(config, log, {
    stop: () => serving.close(performance.now() + STOP_MAX_MS),
    start: async (restore) => {
      serving = await start(serving.port, restore);
    },
    fail: (error) => {
      log.fatal({ err: error }, 'the server did not start again after a restore');
      stopOnce(1);
    },
  });
  let serving = await start(config.port, restores.create());

  const stop = async (exitCode: number) => {
    const deadline = performance.now() + STOP_MAX_MS;
    const forced = setTimeout(() => process.exit(1), STOP_FORCED_MS).unref();
    await restores.close();
    await serving.close(deadline);
    // On a loaded machine, its time may have come with that of the database.
    clearTimeout(forced);
    // A log that cannot be written does not delay the exit.
    setTimeout(() => process.exit(exitCode), LOG_FLUSH_MAX_MS);
    log.flush(() => process.exit(exitCode));
  };
  let stopping = false;
  const stopOnce = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    stop(exitCode).catch((error) => {
      log.fatal({ err: error }, 'graceful shutdown failed');
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
    if (!stopping) log.info('npm exited: stopping');
    stopOnce(0);
  });
  dataReplaced.promise.then((error) => {
    log.fatal({ err: error }, 'the database was restored: restart required');
    stopOnce(1);
  });
}

const OPERATOR_ERRORS = [ConfigError, DataFolderInUseError, UnusableDataError, SchemaTooNewError];

/** Explains an error that the operator can fix in one line. Any other error is a defect and shows its stack. */
function explain(error: unknown): string {
  if (OPERATOR_ERRORS.some((type) => error instanceof type)) return (error as Error).message;
  if (error instanceof LecternError) return describeWithCause(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use. Choose another with PORT, or stop the program that uses it.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Cannot listen on ${(error as { hostname?: string }).hostname ?? address}: this machine has no such address. Set HOST to one that it has.`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `Cannot create the data folder: ${(error as Error).message}`;
  if (code === 'EACCES') return `Permission denied: ${(error as Error).message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error) => {
  console.error(`Lectern did not start. ${explain(error)}`);
  process.exit(1);
});
