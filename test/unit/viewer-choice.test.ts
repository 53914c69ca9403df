import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Choice, keepChoice, readChoice } from '../../web/viewer/look/choice.ts';

class Place {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
}

test('when a choice is kept, then it is for its Live alone', () => {
  const place = new Place();
  const choices: Choice[] = [{ theme: 'light' }, { steps: -3 }, { theme: 'dark', steps: 5 }];
  for (const [index, choice] of choices.entries()) {
    keepChoice(place, `live-${index}`, choice);
    assert.deepEqual({ steps: 0, ...readChoice(place, `live-${index}`) }, { steps: 0, ...choice });
  }
  assert.deepEqual(readChoice(place, 'another'), {});
});

test('when there is no choice, then nothing is left behind', () => {
  const place = new Place();
  keepChoice(place, 'live', { theme: 'light', steps: 1 });
  keepChoice(place, 'live', { theme: undefined, steps: 0 });
  assert.equal(place.kept.size, 0);
});

test('when a choice cannot be read, then it is none; when a browser keeps nothing, then it is no error', () => {
  const place = new Place();
  for (const value of ['', 'pink 3000', '- x', '{"theme":"light"}']) {
    place.kept.set('lectern-look live', value);
    assert.deepEqual(readChoice(place, 'live'), {});
  }
  assert.deepEqual(readChoice(null, 'live'), {});
  keepChoice(null, 'live', { theme: 'light' });
  const full = { ...place, getItem: () => null, removeItem: () => undefined, setItem: () => assert.fail('full') };
  keepChoice(full, 'live', { theme: 'light' });
});
