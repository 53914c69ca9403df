import DataLoader from 'dataloader';
import { runAtTickEnd } from '../../tick-queue.ts';

/** Maximum number of keys per query, which bounds the size of a statement. */
const BATCH_MAX = 64;

/**
 * Coalesces concurrent look-ups: keys requested in the same tick of the event loop share one query. Caches nothing.
 * `findAll` returns values in the order of its keys.
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
