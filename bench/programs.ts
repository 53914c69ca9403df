import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../test/support/server/free-port.ts';
import { statusOf } from '../test/support/server/process.ts';

/** Servers run on one processor, the load and the browsers on another: a system may put both on one. */
const [SERVER, LOAD] = ['0', '1'];
const READY_MAX_MS = 60_000;
const READY_POLL_MS = 5;

/** True if this process, with all that it starts, could be kept on the processor of the load. */
export const isPinned =
  availableParallelism() > 1 && spawnSync('taskset', ['-acp', LOAD, String(process.pid)]).status === 0;

/** Returns the command of a program that may use every processor. */
export const onAnyProcessor = (words: readonly string[]): string[] =>
  isPinned ? ['taskset', '-c', `${SERVER},${LOAD}`, ...words] : [...words];

/** A running server. */
export interface Program extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  /** From the start of the process until it was ready. */
  readonly startSeconds: number;
  /** Returns the CPU time of all its threads so far, in microseconds. Includes the kernel's work on its sockets. */
  readCpu(): number;
  /** Returns its resident memory in KiB. */
  readMemory(): number;
}

/** Starts a server, a file of this folder, on the processor of servers. Resolves when its /readyz responds with 200. */
export async function startProgram(
  file: string,
  { argument = '', env = {} }: { argument?: string; env?: Record<string, string> } = {},
): Promise<Program> {
  const port = await findFreePort();
  const words = [process.execPath, fileURLToPath(new URL(file, import.meta.url)), argument].filter(Boolean);
  const [command, ...rest] = isPinned ? ['taskset', '-c', SERVER, ...words] : words;
  // The log goes to a file, as on a server in use.
  const logFile = join(tmpdir(), `lectern-bench-${port}.log`);
  const log = openSync(logFile, 'w');
  const startedAt = performance.now();
  const child = spawn(command!, rest, {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  while ((await statusOf(`${url}/readyz`)) !== 200) {
    if (hasEnded(child) || performance.now() > startedAt + READY_MAX_MS)
      throw new Error(`${file} does not serve: ${readFileSync(logFile, 'utf8')}`);
    await delay(READY_POLL_MS);
  }
  return {
    port,
    pid: child.pid!,
    url,
    startSeconds: (performance.now() - startedAt) / 1_000,
    readCpu: () => readCpu(child.pid!),
    readMemory: () => Number(/VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))![1]),
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      if (!hasEnded(child)) await once(child, 'exit');
      rmSync(logFile);
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

function readCpu(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'latin1').split(' ')[0]);
  return nanoseconds.reduce((sum, each) => sum + Number(each), 0) / 1_000;
}
