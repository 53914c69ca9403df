import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields, changeFields, mergeFields } from '../../../web/workspace/editing/fields.ts';

const BASE = { name: 'Sunday', lines: 2, list: ['kjv'] };

test('when two people change different fields, then both changes are kept', () => {
  const { mine, theirs, conflicts } = mergeFields(BASE, { ...BASE, name: 'Mine' }, { ...BASE, list: ['kjv', 'web'] });
  assert.deepEqual(mine, { name: 'Mine', lines: 2, list: ['kjv', 'web'] });
  assert.deepEqual(theirs, mine);
  assert.deepEqual(conflicts, []);
});

test('when two people change a field in different ways, then it is in conflict, and each version has the other changes', () => {
  const merged = mergeFields(BASE, { ...BASE, name: 'Mine', lines: 3 }, { ...BASE, name: 'Theirs', list: [] });
  assert.deepEqual(merged, {
    mine: { name: 'Mine', lines: 3, list: [] },
    theirs: { name: 'Theirs', lines: 3, list: [] },
    conflicts: ['name'],
  });
});

test('when two people make the same change, then it is no conflict', () => {
  const same = { ...BASE, list: ['web'] };
  assert.deepEqual(mergeFields(BASE, same, structuredClone(same)), { mine: same, theirs: same, conflicts: [] });
});

test('when a field is changed back, then it is not changed', () => {
  assert.deepEqual(changedFields({ ...BASE, list: ['kjv'] }, BASE), []);
  assert.deepEqual(changedFields({ ...BASE, lines: 1 }, BASE), ['lines']);
});

test('[D12] when a field is typed in, then its changes are one step; each change of a list is a step of its own', () => {
  const groups: (string | undefined)[] = [];
  let current: { name: string; translations: string[] } = { name: '', translations: ['one'] };
  const edited = {
    content: { peek: () => current },
    change(next: typeof current, group?: string) {
      current = next;
      groups.push(group);
    },
  };
  changeFields(edited, { name: 'S' });
  changeFields(edited, { translations: ['one', 'two'] });
  assert.deepEqual([groups, current], [['name', undefined], { name: 'S', translations: ['one', 'two'] }]);
});
