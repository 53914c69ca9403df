import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAN_TITLE_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { toEntryTitle } from '../../../web/workspace/plans/entry-title.ts';

test('[D65] when a reference is longer than the title of an entry, then its beginning is the title', () => {
  const reference = Array.from({ length: 40 }, (_, index) => `Psalm ${index + 1}`).join('; ');
  const title = toEntryTitle(reference);
  assert.ok(reference.startsWith(title), title);
  assert.ok(title.length > PLAN_TITLE_MAX_CHARACTERS / 2 && title.length <= PLAN_TITLE_MAX_CHARACTERS, title);
  assert.equal(toEntryTitle('John 3:16'), 'John 3:16');
});
