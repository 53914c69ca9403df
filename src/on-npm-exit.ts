import { readFileSync } from 'node:fs';

const CHECK_INTERVAL_MS = 500;
/** Shells in which npm runs a script. Some replace themselves with the command; others stay as its parent. */
const SHELL = /^(ba|da|a|z|k)?sh$|^busybox$/;

/** The parents of this process when this module was loaded. */
const initialParents = listParents();

/**
 * Calls `onExit` once when `npm start` started this process and npm, or its shell, has exited. npm forwards a signal
 * only to its shell, and a shell such as dash exits without forwarding it: the server would keep its data folder with
 * nothing left to stop it.
 */
export function onNpmExit(env: NodeJS.ProcessEnv, onExit: () => void): void {
  if (env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return;
  const timer = setInterval(() => {
    const current = listParents();
    if (!initialParents || !current || current.join() === initialParents.join()) return;
    clearInterval(timer);
    onExit();
  }, CHECK_INTERVAL_MS).unref();
}

/**
 * Returns the id of the parent and, if that is the shell of a script, of the npm above it. Returns null while no file
 * descriptor is free.
 */
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

/**
 * Returns the parent of a shell, or null if the process is not a shell. The name in parentheses can contain any
 * character.
 */
function findAboveShell(pid: number): number | null {
  const [, name, parent] = /^\d+ \((.*)\) \w (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return name !== undefined && SHELL.test(name) ? Number(parent) : null;
}
