import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { DataFolderInUseError } from '../storage/files/process-lock.ts';
import { UnusableDataError } from '../storage/unusable-data-error.ts';
import { executeCommand } from './execute.ts';
import { INVOCATION } from './invocation.ts';
import type { SocketRequest } from './socket/local-socket.ts';
import { sendCommand } from './socket/send-command.ts';
import { printError, terminal } from './terminal/terminal.ts';

/** Maximum wait for a server that is starting or stopping, or for another command. */
const BUSY_WAIT_MS = 2_000;
const RETRY_MS = 50;

/**
 * Runs a command on the installation: with PostgreSQL, directly; with SQLite, through the running server, or directly
 * if none is running. Throws LecternError, DataFolderInUseError, SchemaTooNewError, and
 * UnusableDataError if there is no installation.
 */
export async function runCommand(
  config: Config,
  { name, createsInstallation }: { readonly name: string; readonly createsInstallation?: true },
  input: unknown,
): Promise<unknown> {
  const request: SocketRequest = { command: name, input };
  if (config.databaseUrl !== null) {
    return runDirectly(await open(config), request);
  }
  for (const deadline = Date.now() + BUSY_WAIT_MS; ; await sleep(RETRY_MS)) {
    const isLate = Date.now() >= deadline;
    const response = await sendCommand(config.dataDir, request);
    if (response) return response.result;
    if (!createsInstallation) requireInstallation(config.dataDir);
    const installation = await open(config).catch((error) => {
      if (isLate || !(error instanceof DataFolderInUseError)) throw error;
      return null;
    });
    if (installation) return runDirectly(installation, request);
  }
}

/**
 * Throws UnusableDataError if there is no installation. Without this check, a mistyped folder would become an
 * installation, and a later backup would be empty.
 */
function requireInstallation(dataDir: string): void {
  // The lock file is created first, so an installation that is just being created is waited for.
  if (['lectern.lock', 'lectern.db'].some((file) => existsSync(join(dataDir, file)))) return;
  throw new UnusableDataError(
    `There is no installation in ${dataDir}. Nothing was done. Set LECTERN_DATA_DIR to the data folder of the server. To create an installation there: npm start, or ${INVOCATION} user create.`,
  );
}

function open(config: Config): Promise<Installation> {
  // Without this notice, a forgotten setting would silently create another installation.
  if (terminal().stderr.isTTY && config.databaseUrl === null && !existsSync(config.dataDir)) {
    printError(
      `Creating a new installation in ${config.dataDir}. If you already have one elsewhere, set LECTERN_DATA_DIR.`,
    );
  }
  return openInstallation(config, (error) => printError(`Warning: ${error.message}`));
}

async function runDirectly(installation: Installation, { command, input }: SocketRequest): Promise<unknown> {
  try {
    return await executeCommand(installation, command, input);
  } finally {
    await installation.close();
  }
}
