import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * A process that ends the children it is told of, and removes a folder, as soon as this process is gone. Until it is released
 * it keeps this process alive.
 */
export interface Watchdog {
  watch(child: ChildProcess): void;
  /** Has it do its work now, and waits for that. */
  release(): Promise<void>;
}

export function startWatchdog(folder: string): Watchdog {
  const program = fileURLToPath(new URL('./watchdog-process.ts', import.meta.url));
  const watchdog = spawn(process.execPath, [program, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  return {
    watch(child) {
      watchdog.stdin.write(`watch ${child.pid}\n`);
      // Its process id may soon be another's.
      child.once('exit', () => watchdog.stdin.write(`forget ${child.pid}\n`));
    },
    async release() {
      watchdog.stdin.end();
      await once(watchdog, 'exit');
    },
  };
}
