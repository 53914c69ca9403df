import DataLoader from 'dataloader';
import { runAtTickEnd } from '../../tick-queue.ts';

/** Keys a round trip; few enough that no statement grows out of proportion. */
const BATCH_MAX = 64;

/**
 * One look-up that many callers use at the same time, as one query for all that ask in one turn of the event loop.
 * Nothing is remembered. `findAll` answers in the order of its keys.
 */
export function coalesce<Key, Value>(
  findAll: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(findAll, {
    cache: false,
    maxBatchSize: BATCH_MAX,
    batchScheduleFn: runAtTickEnd,
  });
  return (key) => loader.load(key);
}
