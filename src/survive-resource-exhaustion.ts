import type { Logger } from 'pino';
import { describeResourceExhaustion } from './domain/resource-exhaustion.ts';

/**
 * Keeps the process from its end where a step in the background fails for want of file descriptors or of room on the disk: no request
 * waits for it, and it is taken again. Any other error that nothing catches is a defect and ends the process, as it does by default.
 */
export function surviveResourceExhaustion(log: Pick<Logger, 'error'>): void {
  // Rejections that nothing handles come here too.
  process.on('uncaughtException', (error) => {
    if (describeResourceExhaustion(error) === null) {
      console.error(error);
      process.exit(1);
    }
    log.error({ err: error }, 'a step in the background failed');
  });
}
