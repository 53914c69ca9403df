import { constants } from 'node:os';

/** Signals that end a command. */
export const INTERRUPT_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof INTERRUPT_SIGNALS)[number];

/** Tasks that are running, the latest last. */
const tasks: { message: string; cleanUp: () => void }[] = [];

/**
 * Registers a task for interruption. A signal calls `cleanUp` of every task, prints the message of the latest one to
 * standard error and ends the process as the signal would. It does not end the process if other listeners handle the
 * signal. Call the returned function when the task is done.
 */
export function onInterruption(message: string, cleanUp: () => void = () => {}): () => void {
  const task = { message, cleanUp };
  if (tasks.push(task) === 1) for (const signal of INTERRUPT_SIGNALS) process.on(signal, interrupt);
  return () => {
    const at = tasks.indexOf(task);
    if (at >= 0) tasks.splice(at, 1);
    if (tasks.length === 0) for (const signal of INTERRUPT_SIGNALS) process.off(signal, interrupt);
  };
}

function interrupt(signal: Signal): void {
  for (const { cleanUp } of tasks) cleanUp();
  if (process.listenerCount(signal) > 1) return;
  process.stderr.write(`${tasks.at(-1)!.message}\n`);
  process.exit(128 + constants.signals[signal]);
}
