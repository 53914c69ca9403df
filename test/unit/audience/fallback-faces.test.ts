import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SHARED = join(import.meta.dirname, '../../../web/shared');
/** Parts of the size that the faces of this installation take above and below the line: what their files say. */
const FACES = { 'Source Serif 4': [1.036, 0.335], Inter: [0.9688, 0.2412] } as const;
/** Less than a pixel of a line of text. */
const TOLERANCE = 0.003;

test('when a face has not loaded yet, then its fallback takes lines of the same height', () => {
  const css = readFileSync(join(SHARED, 'fonts.css'), 'utf8');
  const tokens = readFileSync(join(SHARED, 'tokens.css'), 'utf8');
  const found = [...css.matchAll(/@font-face \{([^}]*Fallback[^}]*)\}/g)].map(([, block]) => block!);
  assert.equal(found.length, 4);
  for (const block of found) {
    const name = /font-family: "(.*)"/.exec(block)![1]!;
    const part = (property: string) => Number(new RegExp(`${property}: ([\\d.]+)%`).exec(block)![1]) / 100;
    const [ascent, descent] = FACES[name.replace(/( Android)? Fallback$/, '') as keyof typeof FACES];
    const size = part('size-adjust');
    assert.ok(Math.abs(part('ascent-override') * size - ascent) < TOLERANCE, `${name} above the line`);
    assert.ok(Math.abs(part('descent-override') * size - descent) < TOLERANCE, `${name} below the line`);
    assert.ok(tokens.includes(`"${name}"`), `${name} is used`);
  }
});
