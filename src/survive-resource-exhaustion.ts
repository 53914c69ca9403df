import type { Logger } from 'pino';
import { describeResourceExhaustion } from './domain/resource-exhaustion.ts';

/**
 * Keeps the process running when a background task fails for lack of file descriptors or disk space: no request waits
 * for it, and it is retried. Any other uncaught error is a defect and ends the process, as it does by default.
 */
export function surviveResourceExhaustion(log: Pick<Logger, 'error'>): void {
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => {
    if (describeResourceExhaustion(error) === null) {
      console.error(error);
      process.exit(1);
    }
    log.error({ err: error }, 'background task failed');
  });
}
