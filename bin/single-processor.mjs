// Where there is one processor, the collector's helper threads only take it from the server, for a tenth of a second at a time where
// thousands wait: there its work is done by the server's own thread, in small steps. The engine can be told so at its start alone.
import { availableParallelism } from 'node:os';

const FLAG = '--single-threaded-gc';
const { argv, env, execArgv, execPath, platform } = process;

// A parent that sends messages would lose this process, and Windows cannot replace one.
if (availableParallelism() === 1 && !execArgv.includes(FLAG) && !process.connected && platform !== 'win32') {
  process.execve?.(execPath, [execPath, FLAG, ...execArgv, ...argv.slice(1)], env);
}
