import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The engine of the package for Playwright, which itself opens a second page to put the results of frames together. */
const ENGINE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Returns the violations that axe-core reports for the page, by all of its rules. Frames are not checked; their number
 * must be `frames`.
 */
export async function listViolations(page: Page, frames = 0): Promise<string[]> {
  assert.equal(page.frames().length, 1 + frames, 'frames are not looked into');
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(ENGINE);
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
    violations.map(({ id, help, nodes }) => id + ': ' + help + ' (' + nodes.map(({ html }) => html).join(', ') + ')'))`);
}
