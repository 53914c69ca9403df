import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readPreferences,
  savePreferences,
  type ViewerPreferences,
} from '../../../web/viewer/appearance/viewer-preferences.ts';

class Place {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
}

test('when a choice is kept, then it is for its Live alone', () => {
  const place = new Place();
  const choices: ViewerPreferences[] = [{ theme: 'light' }, { steps: -3 }, { theme: 'dark', steps: 5 }];
  for (const [index, choice] of choices.entries()) {
    savePreferences(place, `live-${index}`, choice);
    assert.deepEqual({ steps: 0, ...readPreferences(place, `live-${index}`) }, { steps: 0, ...choice });
  }
  assert.deepEqual(readPreferences(place, 'another'), {});
});

test('when there is no choice, then nothing is left behind', () => {
  const place = new Place();
  savePreferences(place, 'live', { theme: 'light', steps: 1 });
  savePreferences(place, 'live', { theme: undefined, steps: 0 });
  assert.equal(place.kept.size, 0);
});

test('when a choice cannot be read, then there is no choice; when a browser keeps nothing, then it is no error', () => {
  const place = new Place();
  for (const value of ['', 'pink 3000', '- x', '{"theme":"light"}']) {
    place.kept.set('lectern-look live', value);
    assert.deepEqual(readPreferences(place, 'live'), {});
  }
  assert.deepEqual(readPreferences(null, 'live'), {});
  savePreferences(null, 'live', { theme: 'light' });
  const full = { ...place, getItem: () => null, removeItem: () => undefined, setItem: () => assert.fail('full') };
  savePreferences(full, 'live', { theme: 'light' });
});
