/**
 * Loaded before every test file: a process whose tests are done, but which something that was left open keeps alive, ends with a
 * word of that. A test that fails may leave its connections, and the run would wait for good without telling of the failure.
 */
import { after } from 'node:test';

/** Pools close what is idle in 10 seconds; a loaded machine takes longer for all. */
const OPEN_MAX_MS = 60_000;

// Not in the process that runs the others in processes of their own.
if (process.env.NODE_TEST_CONTEXT !== undefined || !process.execArgv.includes('--test')) {
  after(() => {
    const end = () => {
      console.error(`The tests are done, and still open are: ${process.getActiveResourcesInfo().join(', ')}`);
      process.exit(1);
    };
    setTimeout(end, OPEN_MAX_MS).unref();
  });
}
