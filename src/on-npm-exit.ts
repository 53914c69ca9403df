import { readFileSync } from 'node:fs';

const LOOK_MS = 500;
/** In which npm runs a script, if the shell does not give its place to what it runs. */
const SHELL = /^(ba|da|a|z|k)?sh$|^busybox$/;

/** Those that started this process, as they were when this was loaded. */
const started = listParents();

/**
 * Calls `ended` once where `npm start` has started this process and npm, or its shell, is gone. npm passes a signal to its shell
 * alone, and a shell such as dash ends without passing it on: the server would hold its data folder with nobody to stop it.
 */
export function onNpmExit(env: NodeJS.ProcessEnv, ended: () => void): void {
  if (env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return;
  const timer = setInterval(() => {
    const present = listParents();
    if (!started || !present || present.join() === started.join()) return;
    clearInterval(timer);
    ended();
  }, LOOK_MS).unref();
}

/** The ids of the parent and, where that is the shell of a script, of the npm above it. Null while no file descriptor is free. */
function listParents(): number[] | null {
  const { ppid } = process;
  try {
    const npm = findAboveShell(ppid);
    return npm === null ? [ppid] : [ppid, npm];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EMFILE' || code === 'ENFILE' ? null : [ppid];
  }
}

/** Null for what is no shell: the name stands in parentheses, and may hold anything. */
function findAboveShell(pid: number): number | null {
  const [, name, parent] = /^\d+ \((.*)\) \w (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return name !== undefined && SHELL.test(name) ? Number(parent) : null;
}
