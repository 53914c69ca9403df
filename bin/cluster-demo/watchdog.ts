import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * A process that kills the watched children and removes a folder as soon as this process ends. It keeps this process
 * alive until it is released.
 */
export interface Watchdog {
  watch(child: ChildProcess): void;
  /** Ends the watched children and removes the folder now. Resolves when that is done. */
  release(): Promise<void>;
}

export function startWatchdog(folder: string): Watchdog {
  const program = fileURLToPath(new URL('./watchdog-process.ts', import.meta.url));
  const watchdog = spawn(process.execPath, [program, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  return {
    watch(child) {
      watchdog.stdin.write(`watch ${child.pid}\n`);
      // The process id may soon be reused.
      child.once('exit', () => watchdog.stdin.write(`forget ${child.pid}\n`));
    },
    async release() {
      watchdog.stdin.end();
      await once(watchdog, 'exit');
    },
  };
}
