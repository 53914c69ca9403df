import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { INTERRUPT_SIGNALS } from './interruption.ts';
import { terminal } from './terminal.ts';

/** Lowest scheduling priority, so that a server on the same machine comes first. The default is 0. */
const LOW_PRIORITY = 19;

/** Runs a long task at low priority. A signal aborts it cleanly. */
export async function runInterruptible<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  // The caller of a command line with its own terminal keeps its priority.
  if (terminal() === process) lowerPriority();
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of INTERRUPT_SIGNALS) process.on(signal, interrupt);
  try {
    return await task(interruption.signal);
  } finally {
    for (const signal of INTERRUPT_SIGNALS) process.off(signal, interrupt);
  }
}

/**
 * Lowers the priority of the process. On Linux each thread has its own; new threads inherit it from the thread that
 * creates them.
 */
function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, LOW_PRIORITY);
}
