import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { INTERRUPT_SIGNALS } from './interruption.ts';

/** Below that of a server on the same machine: 0 is the usual, 19 the lowest. */
const LOW_PRIORITY = 19;

/** Does a long work that a signal ends in order, and that leaves the processor to a server that needs it. */
export async function runInterruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  stepBack();
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of INTERRUPT_SIGNALS) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of INTERRUPT_SIGNALS) process.off(signal, interrupt);
  }
}

/** On Linux priority is a thread's own; threads that come later have that of the one that makes them. */
function stepBack(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, LOW_PRIORITY);
}
