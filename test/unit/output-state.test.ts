import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import { GRACE_MS, openDueSequence } from '../../web/outputs/due-sequence.ts';
import type { LiveOutput } from '../../web/outputs/live-output.ts';
import { toOutputState } from '../../web/outputs/output-state.ts';

test('[D60] when an output has not reported a change, then it is late only after the grace period, even if further changes follow', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sequence = signal(7);
  const { due, close } = openDueSequence(sequence);
  t.after(close);
  const output = { connections: 1, seen_at: '2026-01-01T00:00:00Z' } as LiveOutput;
  const state = (painted: number | null) => toOutputState({ ...output, sequence: painted }, due.value);
  assert.deepEqual([state(7), state(6), state(null)], ['connected', 'late', 'late']);
  sequence.value = 8;
  t.mock.timers.tick(GRACE_MS - 1);
  assert.equal(state(7), 'connected');
  sequence.value = 9;
  t.mock.timers.tick(1);
  assert.deepEqual([state(7), state(8)], ['late', 'connected']);
  t.mock.timers.tick(GRACE_MS);
  assert.deepEqual([state(8), state(9)], ['late', 'connected']);
});
