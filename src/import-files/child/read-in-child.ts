import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../../package/root-folder.ts';
import { CHILD_HEAP_MAX_MIB, type ChildMessage } from './child-messages.ts';

/** What of the program a process may read: its code and libraries, but not the data of a server beside them. */
const PROGRAM = [
  ...['bin', 'dist', 'src', 'package.json', 'package-lock.json'].map((name) => join(ROOT_FOLDER, name)),
  ...createRequire(join(ROOT_FOLDER, 'package.json')).resolve.paths('yauzl')!,
];
/** Most characters of what a process writes to its error output that are kept for the log. */
const ERROR_OUTPUT_MAX_CHARACTERS = 4_000;

/** A file needs more time or memory than reading it may take. */
export class TooDemandingError extends Error {
  constructor() {
    super('reading the file takes too long or needs too much memory');
    this.name = 'TooDemandingError';
  }
}

export interface ChildOptions {
  /** Files that the process may read. */
  readonly files?: readonly string[];
  /** A folder in which the process may read and write. */
  readonly folder?: string;
  /** Time that the process may take, without the time that the caller takes for its messages. */
  readonly maxMs: number;
  readonly signal?: AbortSignal;
  /** Receives what the process wrote to its error output, for the log. */
  readonly warn?: (error: Error) => void;
}

/**
 * Runs a script, which calls `serveTask`, in a process of its own, and yields its messages one by one: the process goes
 * on when the next one is wanted. It has no environment, no network, and no files but those of the options. Throws
 * TooDemandingError, or the error with which the script ended. The process ends with the generator. [D1]
 */
export async function* readInChild<Message>(
  script: string,
  task: unknown,
  { files = [], folder, maxMs, signal, warn }: ChildOptions,
): AsyncGenerator<Message, void> {
  signal?.throwIfAborted();
  const reads = [...PROGRAM, script, ...files, ...(folder === undefined ? [] : [folder])];
  const child = fork(script, [], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      `--max-old-space-size=${CHILD_HEAP_MAX_MIB}`,
      '--permission',
      '--allow-worker',
      '--disable-warning=PERM0006',
      ...reads.map((path) => `--allow-fs-read=${path}`),
      ...(folder === undefined ? [] : [`--allow-fs-write=${folder}`]),
    ],
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const onAbort = () => failed.reject(signal!.reason);
  signal?.addEventListener('abort', onAbort);
  let output = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-ERROR_OUTPUT_MAX_CHARACTERS);
  });
  child.once('error', failed.reject);
  const ended = once(child, 'close').then(([code, killedBy]) => {
    // Node ends itself with 134 on systems without signals if it has no memory.
    const isTooDemanding = killedBy !== null || code === 134;
    failed.reject(
      isTooDemanding ? new TooDemandingError() : new Error(`the process ended with the code ${code}. ${output}`),
    );
  }, failed.reject);

  let leftMs = maxMs;
  const request = async (content: unknown): Promise<ChildMessage<Message>> => {
    const startedAt = performance.now();
    const timer = setTimeout(() => failed.reject(new TooDemandingError()), leftMs);
    try {
      const answer = once(child, 'message');
      // If the process has ended, this fails, and `ended` has the reason.
      child.send({ content }, () => undefined);
      const [message] = await Promise.race([answer, failed.promise]);
      return message as ChildMessage<Message>;
    } finally {
      clearTimeout(timer);
      leftMs -= performance.now() - startedAt;
    }
  };
  try {
    let message = await request(task);
    while (message.type === 'value') {
      yield message.value;
      message = await request(null);
    }
    if (message.type === 'failed') throw message.error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await ended;
    if (output !== '') warn?.(new Error(output));
  }
}
