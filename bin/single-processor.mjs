// Where there is one processor, the threads that mark what is alive only take it from the server, for a tenth of a second at a time where
// thousands wait: there the server's own thread marks, in small steps. The engine can be told so at its start alone.
// Imported as a whole: an old Node lacks some of its names, and should come as far as its check.
import os from 'node:os';
import { basename } from 'node:path';

const FLAG = '--no-concurrent-marking';
const { argv, env, execArgv, execPath, platform } = process;

// A parent that sends messages would lose this process, Windows cannot replace one, and whatever else has loaded Node knows no flags of
// the engine.
const replaceable = !process.connected && platform !== 'win32' && /^node/.test(basename(execPath));
if (os.availableParallelism?.() === 1 && replaceable && !execArgv.includes(FLAG)) {
  try {
    process.execve?.(execPath, [execPath, FLAG, ...execArgv, ...argv.slice(1)], env);
  } catch {
    // Who forbids it, as Node's permission model does, has a server that waits for its collector now and then.
  }
}
