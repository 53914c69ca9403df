import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Servers run on one processor and the load on another: left to itself, a system may put both on one. */
const PROCESSORS = { server: '0', load: '1' } as const;
const OPEN_FILES = 60_000;
const READY_MAX_MILLISECONDS = 60_000;
const STOP_WAIT_MILLISECONDS = 12_000;
const LOAD_MAX_MILLISECONDS = 300_000;
const POSIX = process.platform !== 'win32';

export type CpuRole = keyof typeof PROCESSORS;

/** Whether processes can be kept on their processors here. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

let started = 0;

export type RunningServer = { pid: number; stop(): Promise<void> };

/** The command that runs a program of this folder with this Node: on the role's processor, with many files open. */
function toCommand(role: CpuRole, program: string, args: string[]): [string, string[]] {
  const file = fileURLToPath(new URL(program, import.meta.url));
  let command = [process.execPath, file, ...args];
  if (canPin) command = ['taskset', '-c', PROCESSORS[role], ...command];
  // Each part replaces itself by the next: the process id is Node's. Without the right to raise the limit it stays as
  // it is.
  if (POSIX) command = ['sh', '-c', `ulimit -n ${OPEN_FILES} 2>/dev/null; exec "$@"`, 'sh', ...command];
  return [command[0]!, command.slice(1)];
}

/** Starts a server; `isReady` is asked again and again until it says so. Throws when the server ends before. */
export async function startPinnedServer(
  program: string,
  args: string[],
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
): Promise<RunningServer> {
  const [command, commandArgs] = toCommand('server', program, args);
  const logFile = join(tmpdir(), `lectern-bench-${process.pid}-${started++}.log`);
  const log = openSync(logFile, 'w');
  const child = spawn(command, commandArgs, {
    env: { ...process.env, ...env },
    // A log is written as it would be in earnest, to a file; it is shown when the server fails.
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  const deadline = performance.now() + READY_MAX_MILLISECONDS;
  while (!(await isReady())) {
    if (performance.now() > deadline) child.kill('SIGKILL');
    if (hasEnded(child))
      throw new Error(`${program} ended with ${child.signalCode ?? child.exitCode}: ${readFileSync(logFile, 'utf8')}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    pid: child.pid!,
    async stop() {
      if (!hasEnded(child)) {
        child.kill('SIGTERM');
        const timer = setTimeout(killWithUs, STOP_WAIT_MILLISECONDS);
        await once(child, 'exit');
        clearTimeout(timer);
      }
      rmSync(logFile, { force: true });
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** True when GET answers 200; false when it does not, or nothing listens yet. */
export async function respondsToHttp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Runs a program that takes its options as one JSON argument and prints one JSON line. Throws with what it wrote. */
export async function runProgram<Result>(role: CpuRole, program: string, options: object): Promise<Result> {
  const [command, args] = toCommand(role, program, [JSON.stringify(options)]);
  const run = promisify(execFile)(command, args, { timeout: LOAD_MAX_MILLISECONDS });
  const { stdout } = await run.catch(({ stderr, signal }: { stderr: string; signal: string | null }) => {
    // Not the cause itself: it holds all the options, which may be long.
    throw new Error(`${program} ended with ${signal ?? 'an error'}:\n${stderr}`);
  });
  return JSON.parse(stdout) as Result;
}
