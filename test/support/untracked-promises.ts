/**
 * Loaded before Node's test runner. To find the test of an error that nothing catches, the runner tracks every promise,
 * which takes a fifth of the CPU time of all tests. Here it tracks only resources that are not promises. After an
 * `await`, such an error still fails the run, but not its test: the report shows it where it happened, with its stack.
 */
import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
await import('node:test');
asyncHooks.createHook = createHook;

for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => console.error('An error that no test has caught:', error));
}
