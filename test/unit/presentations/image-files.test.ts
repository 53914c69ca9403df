import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMAGE_MAX_BYTES } from '../../../src/contract/limits.ts';
import { findRefusal, toTypeName } from '../../../web/ui/image-files.ts';

test('[D1] when a file is no image, empty or larger than 10 MiB, then it is refused before it is sent', () => {
  const refuse = (type: string, size: number) => findRefusal({ type, size });
  assert.deepEqual(
    [refuse('image/png', 1), refuse('image/avif', IMAGE_MAX_BYTES), refuse('image/png', IMAGE_MAX_BYTES + 1)],
    [null, null, 'size'],
  );
  assert.deepEqual([refuse('image/png', 0), refuse('application/pdf', 1), refuse('', 1)], ['empty', 'type', 'type']);
});

test('when a file is listed, then its type is named as people know it', () => {
  const names = [
    ['image/jpeg', 'a.jpg'],
    ['application/pdf', 'notes.pdf'],
    ['', 'raw'],
  ] as const;
  assert.deepEqual(
    names.map(([type, name]) => toTypeName({ type, name })),
    ['JPEG', 'PDF', '?'],
  );
});
