import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { inFullRun } from '../run/extent.ts';

/** The engine of the package for Playwright, which itself opens a second page to put the results of frames together. */
const ENGINE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Reads the parts of a page that the rules depend on: its kinds of elements, colours and language. */
const STRUCTURE = `JSON.stringify([
  [...new Set([...document.querySelectorAll('*')].map((element) => element.tagName + element.className + element.role))],
  document.documentElement.lang,
  { ...document.documentElement.dataset },
  matchMedia('(prefers-color-scheme: dark)').matches,
])`;

const checked = new Set<string>();

/**
 * Returns the violations that axe-core reports for the page, by all of its rules. `npm test` checks each structure of a
 * page once in a process. Frames are not checked; their number must be `frames`.
 */
export async function listViolations(page: Page, frames = 0): Promise<string[]> {
  assert.equal(page.frames().length, 1 + frames, 'frames are not looked into');
  const structure = await page.evaluate<string>(STRUCTURE);
  if (inFullRun(false, checked.has(structure))) return [];
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(ENGINE);
  const violations = await page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'], iframes: false }).then(
    ({ violations }) => violations.map(({ id, help, nodes }) =>
      id + ': ' + help + ' (' + nodes.map(({ html }) => html).join(', ') + ')'))`);
  if (violations.length === 0) checked.add(structure);
  return violations;
}
