import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatByteLimit, formatByteSize } from '../../../src/contract/byte-size.ts';
import { IMAGE_MAX_BYTES } from '../../../src/contract/limits.ts';

test('when a number of bytes is formatted, then it has decimal units, and at least 1 kB unless it is 0', () => {
  const rows: [number, string, string][] = [
    [0, 'en', '0 kB'],
    [1, 'en', '1 kB'],
    [1_499, 'en', '1 kB'],
    [214_000, 'en', '214 kB'],
    [999_499, 'en', '999 kB'],
    [999_500, 'en', '1 MB'],
    [3_240_000, 'en', '3.2 MB'],
    [3_240_000, 'de', '3,2 MB'],
    [20_000_000, 'pt', '20 MB'],
    [128_400_000, 'en', '128 MB'],
    [1_500_000_000, 'de', '1,5 GB'],
    [2_000_000_000_000_000, 'en', '2,000 TB'],
  ];
  for (const [bytes, language, text] of rows) assert.equal(formatByteSize(bytes, language).replace(/\s/g, ' '), text);
});

test('when a limit in MiB is formatted, then no file within the text is refused', () => {
  assert.equal(formatByteLimit(IMAGE_MAX_BYTES, 'en'), '10 MB');
});
