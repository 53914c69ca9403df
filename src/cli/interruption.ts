import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Until the answer is called, a signal calls `tidy`, and ends the process as it would have, with this on standard error; it does not
 * end it where somebody else listens for the signal too.
 */
export function onInterruption(told: string, tidy: () => void = () => {}): () => void {
  const interrupt = (signal: (typeof SIGNALS)[number]) => {
    tidy();
    if (process.listenerCount(signal) > 1) return;
    process.stderr.write(`${told}\n`);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}
