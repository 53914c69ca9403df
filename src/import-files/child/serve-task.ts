import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CHILD_MEMORY_MAX_MIB, type ChildMessage, type ChildRequest } from './child-messages.ts';

/** Interval at which the process is checked. */
const CHECK_MS = 100;

/**
 * Does the task of the process that `readInChild` starts. Each value that `work` yields is sent when the one before it
 * has been processed.
 */
export async function serveTask<Task>(work: (task: Task) => AsyncIterable<unknown>): Promise<void> {
  watchProcess();
  process.once('disconnect', () => process.exit());
  const receive = async () => {
    const [{ content }] = (await once(process, 'message')) as [ChildRequest<Task>];
    return content;
  };
  const send = (message: ChildMessage<unknown>) => process.send!(message);
  const task = (await receive())!;
  try {
    for await (const value of work(task)) {
      const next = receive();
      send({ type: 'value', value });
      await next;
    }
    send({ type: 'end' });
  } catch (error) {
    send({ type: 'failed', error });
  }
}

/**
 * Ends the process, also while it is busy, if it needs too much memory or its parent has ended. A thread checks both.
 * No other thread can be started then, because permissions do not hold in threads.
 */
function watchProcess(): void {
  const check = `const { ppid } = process;
    setInterval(() => {
      const isTooLarge = process.memoryUsage.rss() > ${CHILD_MEMORY_MAX_MIB * 1024 * 1024};
      if (isTooLarge || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL');
    }, ${CHECK_MS});`;
  new Worker(check, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
  process.permission.drop('worker');
}
