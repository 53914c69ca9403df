import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signal } from '@preact/signals';
import { changeFields, type EditedDocument } from '../../web/workspace/editing/edited-document.ts';

interface Settings {
  readonly name: string;
  readonly translations: readonly string[];
}

it('[D12] when a field is typed in, then its changes are one step; each change of a list is a step of its own', () => {
  const groups: (string | undefined)[] = [];
  const content = signal<Settings>({ name: '', translations: ['one'] });
  const edited = {
    content,
    change(next: Settings, group?: string) {
      content.value = next;
      groups.push(group);
    },
  } as unknown as EditedDocument<Settings>;
  changeFields(edited, { name: 'S' });
  changeFields(edited, { translations: ['one', 'two'] });
  assert.deepEqual([groups, content.value], [['name', undefined], { name: 'S', translations: ['one', 'two'] }]);
});
