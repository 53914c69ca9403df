import { setPriority } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Below that of a server on the same machine: 0 is the usual, 19 the lowest. */
const LOW_PRIORITY = 5;

/** Does a long work that a signal ends in order, and that leaves the processor to a server that needs it. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  setPriority(LOW_PRIORITY);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
