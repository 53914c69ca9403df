import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import { GRACE_MS, openDueOutputs } from '../../../web/outputs/due-outputs.ts';
import type { LiveOutput } from '../../../web/outputs/live-output.ts';
import { toOutputState } from '../../../web/outputs/output-state.ts';

const output = {
  connections: 1,
  view: 'screen',
  seen_at: '2026-01-01T00:00:00Z',
  settings: { hidden: false },
} as LiveOutput;

/** A running Live that shows a page. */
function createNow(first: number) {
  const toNow = (sequence: number, showing = true) => ({ sequence, status: 'running', showing, focus: {} }) as LiveNow;
  const now = signal(toNow(first));
  const show = (sequence: number, showing?: boolean) => {
    now.value = toNow(sequence, showing);
  };
  return { now, show };
}

test('[D60] when an output has not reported a change, then it is late only after the grace period, even if further changes follow', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { now, show } = createNow(7);
  const { due, close } = openDueOutputs(now);
  t.after(close);
  const state = (painted: number | null) => toOutputState({ ...output, sequence: painted }, due.value);
  assert.deepEqual([state(7), state(6), state(null)], ['connected', 'late', 'late']);
  const isHidden = { ...output, sequence: 7, settings: { ...output.settings, hidden: true } };
  assert.equal(toOutputState(isHidden, due.value), 'hidden', '[D76]');
  show(8);
  t.mock.timers.tick(GRACE_MS - 1);
  assert.equal(state(7), 'connected');
  show(9);
  t.mock.timers.tick(1);
  assert.deepEqual([state(7), state(8)], ['late', 'connected']);
  t.mock.timers.tick(GRACE_MS);
  assert.deepEqual([state(8), state(9)], ['late', 'connected']);
});

test('[D60] when the Live is hidden, then an output that has painted this says so, and a stage output keeps the text', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { now, show } = createNow(7);
  const { due, close } = openDueOutputs(now);
  t.after(close);
  const state = (reports: Partial<LiveOutput>) => toOutputState({ ...output, sequence: 8, ...reports }, due.value);
  show(8, false);
  assert.deepEqual([state({ sequence: 7 }), state({})], ['connected', 'hidden']);
  t.mock.timers.tick(GRACE_MS);
  assert.deepEqual([state({}), state({ view: 'stage' })], ['hidden', 'connected']);
  assert.equal(state({ sequence: 7 }), 'late', 'the audience may still see it');
  assert.deepEqual([state({ connections: 0 }), state({ connections: 0, seen_at: null })], ['lost', 'never']);
});
