import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Watchdog } from './watchdog.ts';

const PROGRAM = fileURLToPath(new URL('../start.mjs', import.meta.url));
const READY_MAX_MS = 60_000;
const READY_POLL_MS = 50;
/** A node shuts down within 10 s [D46], unless it is stopped or hangs. */
const STOP_MAX_MS = 11_000;

/** A server of the demo in a separate process. Its log is printed here under its name. */
export interface ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly running: boolean;
  /** Resolves when the process has ended, with the reason: "SIGKILL", "exit code 1". */
  readonly ended: Promise<string>;
  /** Resolves when the node is ready; rejects if it ends first. */
  ready(): Promise<void>;
  /** Shuts down, or kills the process if that takes too long. */
  stop(): Promise<void>;
}

export function startNode(
  name: string,
  url: string,
  env: Record<string, string | undefined>,
  watchdog: Watchdog,
): ClusterNode {
  const child = spawn(process.execPath, [PROGRAM], {
    env,
    // Started in a separate process group: Ctrl-C reaches only the demo, which then shuts down its nodes.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  watchdog.watch(child);
  createInterface({ input: child.stderr }).on('line', (line) => console.error(`${name}: ${line}`));
  const ended = once(child, 'close').then(([code, signal]) => String(signal ?? `exit code ${code}`));

  const node: ClusterNode = {
    name,
    url,
    pid: child.pid!,
    ended,
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    async ready() {
      const deadline = Date.now() + READY_MAX_MS;
      while (!(await isReady(url))) {
        if (!node.running) throw new Error(`${name} did not start (${await ended}).`);
        if (Date.now() > deadline) throw new Error(`${name} was not ready within ${READY_MAX_MS / 1000} seconds.`);
        await sleep(READY_POLL_MS);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MAX_MS);
      await ended;
      clearTimeout(force);
    },
  };
  return node;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
