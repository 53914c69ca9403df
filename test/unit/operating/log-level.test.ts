import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLogLevel } from '../../../src/log-destination.ts';

test('[D46] when the log goes to a terminal, then only warnings are logged, unless the level is set: the links stay in sight', () => {
  assert.equal(toLogLevel('info', {}, true), 'warn');
  assert.equal(toLogLevel('info', { LECTERN_LOG_LEVEL: 'info' }, true), 'info');
  assert.equal(toLogLevel('debug', { LECTERN_LOG_LEVEL: 'debug' }, true), 'debug');
  assert.equal(toLogLevel('info', {}, undefined), 'info', 'a service logs all');
});
