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
/** A caller sends its command at once. */
const REQUEST_WAIT_MS = 10_000;
/** How long a stop waits for commands that are under way. */
const CLOSE_WAIT_MS = 1_000;

/** What the server says first, so that a caller knows that its command will be read. */
const GREETING = { lectern: 'commands' } as const;
export type SocketRequest = { command: string; input: unknown };
export type SocketResponse = { result: unknown } | { error: { code: string; detail?: string | undefined } };

/**
 * Lets the command line reach this server: one SQLite database has one process, so commands are run in it. [D47]
 * A connection carries the greeting, one request and one answer, each a line of JSON. To be called with the process lock
 * held: what an earlier process left behind is removed. With PostgreSQL nothing listens, since commands go to the database.
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
    // A caller may go away at any time; its command is finished nevertheless.
    connection.on('error', (error) => log.info({ err: error }, 'a caller of the command socket went away'));
    serve(connection, installation, log).catch((error) => {
      log.error({ err: error }, 'a call of the command socket failed');
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

/** Listens where it is possible. False, and an entry in the log, where it is not: the server is of use without it. */
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
    { err: new AggregateError(failures, 'no place for the command socket') },
    'commands cannot reach this server: stop it to run them',
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
  // The socket is made within the call, and is never open to other users, not even for a moment.
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
    ({ value: line } = await readLines(connection, toRequestMax).next());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    log.info({ reason: error.message }, 'command refused');
    const answer: SocketResponse = {
      error: { code: 'body_too_large', detail: `The request is too long: ${error.message}.` },
    };
    connection.end(toJsonLine(answer));
    // Closed before all of it is read, the connection would lose the answer.
    connection.resume();
    return;
  }
  if (line === undefined) return;
  connection.setTimeout(0);
  const answer = await answerTo(line, installation, log);
  connection.write(toJsonLine(answer));
  connection.destroySoon();
}

/** An edition is longer than other requests; it is known by the name of its command, which stands first. */
function toRequestMax(beginning: Buffer): number {
  const [, name] = /^\{"command":"([a-z ]{1,40})"/.exec(beginning.toString('latin1', 0, 64)) ?? [];
  return (name !== undefined && requestMaxBytes(name)) || REQUEST_MAX_BYTES;
}

/** What goes wrong is answered. The log gets the command's name, never what goes in or out: it may hold secrets. */
async function answerTo(
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
    return { error: { code: 'internal_error', detail: 'The server has a defect; its log says more.' } };
  }
}

/** Throws `malformed_json`. */
function parseRequest(line: string): SocketRequest {
  try {
    const { command, input } = JSON.parse(line) as Record<string, unknown>;
    if (typeof command === 'string') return { command, input };
  } catch {
    // Answered below; the parser's own message could quote a secret.
  }
  throw new LecternError('malformed_json', 'A request is one line of JSON with "command" and "input".');
}
