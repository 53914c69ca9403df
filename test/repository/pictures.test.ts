import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { PICTURES } from '../../bin/pictures/pictures.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = /!\[([^\]]*)\]\(([^)\s]+)\)/g;
const MAX_BYTES = 150_000;

/** The images that the documents show, with their alternative texts. */
const shown = globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT }).flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMAGE)].map(([, alt, path]) => ({ file, alt, path: path! })),
);

describe('the pictures of the documentation', () => {
  const taken = PICTURES.map(({ name }) => `${name}.png`).sort();

  test('when pictures are taken, then docs/pictures has them and no others', () => {
    const files = globSync('docs/pictures/*', { cwd: ROOT }).map((file) => basename(file));
    assert.deepEqual(files.sort(), taken);
  });

  test('when documents show pictures, then they show each that is taken, and no other', () => {
    const names = new Set(shown.filter(({ path }) => path.includes('pictures/')).map(({ path }) => basename(path)));
    assert.deepEqual([...names].sort(), taken);
  });

  test('when a document shows an image, then the image has an alternative text', () => {
    assert.ok(shown.length >= taken.length);
    for (const { file, alt, path } of shown) assert.ok(alt!.trim().length > 5, `${file}: ${path}`);
  });

  test('when a picture is stored, then it is small enough for a slow connection', () => {
    for (const name of taken) {
      const { length } = readFileSync(join(ROOT, 'docs/pictures', name));
      assert.ok(length <= MAX_BYTES, `${name}: ${length} bytes`);
    }
  });
});
