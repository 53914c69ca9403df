import { connect, type Socket } from 'node:net';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { readLines, toJsonLine } from './json-lines.ts';
import type { SocketRequest, SocketResponse } from './local-socket.ts';
import { isOwnSocketFolder, socketPaths } from './socket-path.ts';

const RESPONSE_MAX_BYTES = 256 * 1024 * 1024;
/** Timeout for the greeting, which a running server sends at once. */
const GREETING_WAIT_MS = 5_000;
/** System errors when no server listens: there is no file, a file left by a killed server, or another file. */
const NOT_LISTENING = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ENOTSOCK', 'EPROTOTYPE']);

/**
 * Sends a command to the running server of a data folder. Returns null if no server accepts it; nothing was done then.
 * Throws the LecternError of the server, and `unavailable` if the outcome is unknown.
 */
export async function sendCommand(dataDir: string, request: SocketRequest): Promise<{ result: unknown } | null> {
  const socket = await findServer(dataDir);
  if (!socket) return null;
  try {
    const lines = readLines(socket, RESPONSE_MAX_BYTES);
    socket.setTimeout(GREETING_WAIT_MS, () =>
      socket.destroy(new LecternError('unavailable', 'The running server does not respond. Nothing was done.')),
    );
    const greeting = await nextLine(lines);
    // The server was stopping, and did not read anything.
    if (greeting === null) return null;
    socket.setTimeout(0);
    const unregister = onInterruption(
      'Interrupted. The server is still running the command. Check whether it was done.',
    );
    socket.write(toJsonLine(request));
    const line = await nextLine(lines).finally(unregister);
    if (line === null) {
      throw new LecternError(
        'unavailable',
        'The server stopped before it responded. Check whether the command was done.',
      );
    }
    return requireResult(JSON.parse(line) as SocketResponse);
  } finally {
    socket.destroy();
  }
}

async function findServer(dataDir: string): Promise<Socket | null> {
  for (const path of findSocketPaths(dataDir)) {
    // Servers do not listen in such a folder either.
    if (!isOwnSocketFolder(path, dataDir)) continue;
    try {
      return await connectTo(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM') {
        throw new LecternError(
          'forbidden',
          `The server of ${dataDir} runs as another user: run the command as that user.`,
        );
      }
      if (code === undefined || !NOT_LISTENING.has(code)) throw error;
    }
  }
  return null;
}

/** A data folder that does not exist yet has no server. */
function findSocketPaths(dataDir: string): string[] {
  try {
    return socketPaths(dataDir);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

function connectTo(path: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(path);
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}

/** Returns the next line, or null if the connection closed or broke before a complete line. */
async function nextLine(lines: AsyncGenerator<string, void>): Promise<string | null> {
  try {
    return (await lines.next()).value ?? null;
  } catch (error) {
    if (['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function requireResult(response: SocketResponse): { result: unknown } {
  if ('result' in response) return response;
  const { code, detail } = response.error;
  throw new LecternError(code in ERROR_CODES ? (code as ErrorCode) : 'internal_error', detail);
}
