import { connect, type Socket } from 'node:net';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { readLines, toJsonLine } from './json-lines.ts';
import type { SocketRequest, SocketResponse } from './local-socket.ts';
import { isOwnSocketFolder, socketPaths } from './socket-path.ts';

const ANSWER_MAX_BYTES = 256 * 1024 * 1024;
/** A server that lives greets at once. */
const GREETING_WAIT_MS = 5_000;
/** What the system says where no server listens: no file, a file that a killed server left, another file. */
const NOBODY_LISTENS = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ENOTSOCK', 'EPROTOTYPE']);

/**
 * Has the running server of a data folder do a command. Null if there is none that takes it, and then nothing was done.
 * Throws the LecternError that the server answers, and `unavailable` when the outcome is not known.
 */
export async function sendCommand(dataDir: string, request: SocketRequest): Promise<{ result: unknown } | null> {
  const socket = await findServer(dataDir);
  if (!socket) return null;
  try {
    const lines = readLines(socket, ANSWER_MAX_BYTES);
    socket.setTimeout(GREETING_WAIT_MS, () =>
      socket.destroy(new LecternError('unavailable', 'The running server does not answer. Nothing was done.')),
    );
    const greeting = await nextLine(lines);
    // It was just stopping, and did not read anything.
    if (greeting === null) return null;
    socket.setTimeout(0);
    const forget = onInterruption('Interrupted. The server goes on with the command: look whether it was done.');
    socket.write(toJsonLine(request));
    const answer = await nextLine(lines).finally(forget);
    if (answer === null) {
      throw new LecternError('unavailable', 'The server ended before it answered. Look whether the command was done.');
    }
    return requireResult(JSON.parse(answer) as SocketResponse);
  } finally {
    socket.destroy();
  }
}

async function findServer(dataDir: string): Promise<Socket | null> {
  for (const path of pathsIfAny(dataDir)) {
    // A server does not listen there either.
    if (!isOwnSocketFolder(path, dataDir)) continue;
    try {
      return await connected(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM') {
        throw new LecternError(
          'forbidden',
          `The server of ${dataDir} runs as another user: run the command as that user.`,
        );
      }
      if (code === undefined || !NOBODY_LISTENS.has(code)) throw error;
    }
  }
  return null;
}

/** A data folder that is not there yet has no server. */
function pathsIfAny(dataDir: string): string[] {
  try {
    return socketPaths(dataDir);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

function connected(path: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(path);
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}

/** Null when the connection ended or broke before a whole line had come. */
async function nextLine(lines: AsyncGenerator<string, void>): Promise<string | null> {
  try {
    return (await lines.next()).value ?? null;
  } catch (error) {
    if (['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function requireResult(answer: SocketResponse): { result: unknown } {
  if ('result' in answer) return answer;
  const { code, detail } = answer.error;
  throw new LecternError(code in ERROR_CODES ? (code as ErrorCode) : 'internal_error', detail);
}
