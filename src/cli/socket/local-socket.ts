import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Installation } from '../../installation.ts';
import { callContinues, executeCommand, requestMaxBytes } from '../execute.ts';
import { readLines, toJsonLine } from './json-lines.ts';
import { createSocketFolder, socketPaths } from './socket-path.ts';

const REQUEST_MAX_BYTES = 1024 * 1024;
/** Timeout for the request, which a caller sends at once. */
const REQUEST_WAIT_MS = 10_000;
/** Maximum time that a shutdown waits for running commands. */
const CLOSE_WAIT_MS = 1_000;

/** The first line from the server. It confirms that the server will read the command. */
const GREETING = { lectern: 'commands' } as const;
export type SocketRequest = { command: string; input: unknown };
export type SocketResponse = { result: unknown } | { error: { code: string; detail?: string | undefined } };

/**
 * Listens for commands from the command line. Only one process can use an SQLite database, so the server runs the
 * commands. [D47] A connection carries the greeting, one request and one response, each a line of JSON. Call it with
 * the process lock held: it removes what an earlier process left behind. With PostgreSQL it does not listen, because
 * commands use the database directly.
 */
export async function listenForCommands(
  installation: Installation,
  config: Config,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<{ close(): Promise<void> }> {
  if (config.databaseUrl !== null) return { close: async () => {} };
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // A caller may disconnect at any time. Its command is completed nevertheless.
    connection.on('error', (error) => log.info({ err: error }, 'a client of the command socket disconnected'));
    serve(connection, installation, log).catch((error) => {
      log.error({ err: error }, 'a connection to the command socket failed');
      connection.destroy();
    });
  });
  if (!(await listenPrivately(server, config.dataDir, log))) return { close: async () => {} };
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([closed, sleep(CLOSE_WAIT_MS, undefined, { ref: false })]);
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

/**
 * Listens on the first possible path. If none exists, logs an error and returns false: the server is useful without
 * the socket.
 */
async function listenPrivately(server: Server, dataDir: string, log: Pick<Logger, 'error'>): Promise<boolean> {
  const failures: unknown[] = [];
  for (const path of socketPaths(dataDir)) {
    try {
      createSocketFolder(path, dataDir);
      if (process.platform !== 'win32') rmSync(path, { force: true });
      await listen(server, path);
      server.on('error', (error) => log.error({ err: error }, 'the command socket failed'));
      return true;
    } catch (error) {
      failures.push(error);
    }
  }
  log.error(
    { err: new AggregateError(failures, 'no usable path for the command socket') },
    'the command line cannot reach this server; stop the server to run commands',
  );
  return false;
}

function listen(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.once('listening', () => {
    server.off('error', reject);
    resolve();
  });
  // The call creates the socket synchronously, so it is never accessible to other users.
  const umask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  return promise;
}

async function serve(connection: Socket, installation: Installation, log: Pick<Logger, 'info' | 'error'>) {
  connection.setTimeout(REQUEST_WAIT_MS, () => connection.destroy());
  connection.write(toJsonLine(GREETING));
  let line: string | undefined;
  try {
    ({ value: line } = await readLines(connection, toMaxRequestBytes).next());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    log.info({ reason: error.message }, 'command refused');
    const response: SocketResponse = {
      error: { code: 'body_too_large', detail: `The request is too long: ${error.message}.` },
    };
    connection.end(toJsonLine(response));
    // If the connection closed before the request is read, the response would be lost.
    connection.resume();
    return;
  }
  if (line === undefined) return;
  connection.setTimeout(0);
  const response = await respondTo(line, installation, log);
  connection.write(toJsonLine(response));
  connection.destroySoon();
}

/**
 * Returns the maximum size of a request. An edition needs more than other requests; the command name comes first in the
 * line.
 */
function toMaxRequestBytes(beginning: Buffer): number {
  const [, name] = /^\{"command":"([a-z ]{1,40})"/.exec(beginning.toString('latin1', 0, 64)) ?? [];
  return (name !== undefined && requestMaxBytes(name)) || REQUEST_MAX_BYTES;
}

/**
 * Runs the command and returns its result or error. The log gets the command's name, never its input or output, which
 * may hold secrets.
 */
async function respondTo(
  line: string,
  installation: Installation,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<SocketResponse> {
  let command: string | undefined;
  try {
    const request = parseRequest(line);
    command = request.command;
    const result = await executeCommand(installation, command, request.input);
    if (!callContinues(command, request.input, result)) log.info({ command }, 'command done');
    return { result };
  } catch (error) {
    if (error instanceof LecternError) {
      log.info({ command, code: error.code }, 'command refused');
      return { error: { code: error.code, detail: error.detail } };
    }
    log.error({ err: error, command }, 'command failed');
    return { error: { code: 'internal_error', detail: 'An unexpected error occurred. See the log of the server.' } };
  }
}

/** Parses a request. Throws `malformed_json`. */
function parseRequest(line: string): SocketRequest {
  try {
    const { command, input } = JSON.parse(line) as Record<string, unknown>;
    if (typeof command === 'string') return { command, input };
  } catch {
    // Reported below, because the parser's own message could quote a secret.
  }
  throw new LecternError('malformed_json', 'A request must be one line of JSON with "command" and "input".');
}
