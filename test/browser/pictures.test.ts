import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PICTURES } from '../../bin/pictures/pictures.ts';
import { takePictures } from '../../bin/pictures/take-pictures.ts';
import { FULL_RUN_ONLY } from '../support/run/extent.ts';

test(
  'when the pictures of the documentation are taken, then the product still reaches the state of each',
  FULL_RUN_ONLY,
  async () => {
    const taken: string[] = [];
    await takePictures(async (name, screenshot) => {
      assert.ok(screenshot.length > 0, name);
      taken.push(name);
    });
    assert.deepEqual(
      taken,
      PICTURES.map(({ name }) => name),
    );
  },
);
