/**
 * Loaded before Node's test runner. To find the test of an error that nothing catches, the runner tracks every promise
 * and resource, which takes a quarter of the CPU time of all tests. Here it tracks only the tests themselves. Such an
 * error still fails the run, but not its test: the report shows it where it happened, with its stack. Node has no
 * option for this; check at each update of Node whether it has.
 */
import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
asyncHooks.createHook = ({ init }) =>
  createHook({
    trackPromises: false,
    init(id, type, trigger, resource) {
      if (type === 'Test') init?.(id, type, trigger, resource);
    },
  });
await import('node:test');
asyncHooks.createHook = createHook;

for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => console.error('An error that no test has caught:', error));
}
