import { constants } from 'node:os';

/** By which a person or a system ends a command. */
export const INTERRUPT_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof INTERRUPT_SIGNALS)[number];

/** Those of ours that are under way, the latest last. */
const interruptions: { told: string; tidy: () => void }[] = [];

/**
 * Until the answer is called, a signal calls `tidy`, and ends the process as it would have, with this on standard error; of several
 * that are under way the latest is told. It does not end the process where somebody else listens for the signal too.
 */
export function onInterruption(told: string, tidy: () => void = () => {}): () => void {
  const own = { told, tidy };
  if (interruptions.push(own) === 1) for (const signal of INTERRUPT_SIGNALS) process.on(signal, interrupt);
  return () => {
    const at = interruptions.indexOf(own);
    if (at >= 0) interruptions.splice(at, 1);
    if (interruptions.length === 0) for (const signal of INTERRUPT_SIGNALS) process.off(signal, interrupt);
  };
}

function interrupt(signal: Signal): void {
  for (const { tidy } of interruptions) tidy();
  if (process.listenerCount(signal) > 1) return;
  process.stderr.write(`${interruptions.at(-1)!.told}\n`);
  process.exit(128 + constants.signals[signal]);
}
