/**
 * Loaded before every test file. Ends a process with a message if its tests are done but an open handle keeps it alive,
 * and names where open sockets were created. A failed test may leave connections open; without this, the run would hang
 * and not report the failure.
 */
import { createHook } from 'node:async_hooks';
import { after } from 'node:test';

/** Pools close what is idle in 10 seconds; a loaded machine takes longer for all. */
const OPEN_MAX_MS = 60_000;

// Not in the process that runs the others in processes of their own.
if (process.env.NODE_TEST_CONTEXT !== undefined || !process.execArgv.includes('--test')) {
  const sockets = new Map<number, { stack?: string }>();
  createHook({
    trackPromises: false,
    init(id, type) {
      if (type !== 'TCPWRAP') return;
      const created: { stack?: string } = {};
      Error.captureStackTrace(created);
      sockets.set(id, created);
    },
    destroy: (id) => void sockets.delete(id),
  }).enable();
  after(() => {
    const end = () => {
      console.error(`The tests are done, and still open are: ${process.getActiveResourcesInfo().join(', ')}`);
      for (const { stack } of sockets.values()) console.error(stack);
      process.exit(1);
    };
    setTimeout(end, OPEN_MAX_MS).unref();
  });
}
