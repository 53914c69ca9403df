import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { importEdition } from '../../src/editions/import-edition.ts';
import { comesTo, readsOn } from '../support/audience-pages.ts';
import { launchChromium } from '../support/chromium.ts';
import { createOrganization, smallEdition, startTestLectern, type TestLectern } from '../support/lectern.ts';
import { createOperator, type Operator } from '../support/operator.ts';

const PAGES = 10;
const LIVES = 7;
const EDITION = smallEdition('shared', { 43: { 3: { 1: 'First words.', 2: 'Second words.' } } });

describe('[D44] pages of one browser share a stream on plain HTTP', () => {
  let lectern: TestLectern;
  let browser: Browser;
  before(async () => {
    lectern = await startTestLectern('sqlite');
    await importEdition(lectern.installation.editions, EDITION);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await lectern?.close();
  });

  async function createLives(count: number): Promise<Operator[]> {
    const { token, livesPath, id } = await createOrganization(lectern);
    await lectern.installation.administration.enableEdition('shared', { organization: id });
    const operators: Operator[] = [];
    for (let made = 0; made < count; made++) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${lectern.url}${livesPath}`, { method: 'POST', headers, body: '{}' });
      const { id: liveId } = (await response.json()) as { id: string };
      const operator = createOperator(lectern.url, { token, liveId });
      await operator.write('PATCH', '/settings', { translations: ['shared'] });
      await operator.push('John 3:1');
      operators.push(operator);
    }
    return operators;
  }

  const reads = (page: Page, text: string) => comesTo(true, async () => (await readsOn(page)).includes(text), text);

  for (const lives of [1, LIVES]) {
    it(`ten pages of ${lives} Lives all show each change, count as viewers, and go one by one`, async () => {
      const operators = await createLives(lives);
      const context = await browser.newContext();
      const pages: [Page, Operator][] = [];
      for (let index = 0; index < PAGES; index++) {
        const operator = operators[index % lives]!;
        const page = await context.newPage();
        await page.goto(`${lectern.url}/l/${operator.liveId}`, { waitUntil: 'load', timeout: 15_000 });
        pages.push([page, operator]);
      }
      for (const [page] of pages) await reads(page, 'First words.');
      for (const operator of operators) await operator.push('John 3:2', { replace: true });
      for (const [page] of pages) await reads(page, 'Second words.');
      const count = async () => {
        const metrics = await (await fetch(`${lectern.url}/metrics`)).text();
        return Number(/^lectern_audience_viewers (\d+)/m.exec(metrics)?.[1] ?? -1);
      };
      await comesTo(PAGES, count, 'viewers');
      for (const [page] of pages.splice(0, 3)) await page.close();
      await comesTo(PAGES - 3, count, 'viewers that stay');
      for (const operator of operators) await operator.push('John 3:1', { replace: true });
      for (const [page] of pages) await reads(page, 'First words.');
      await context.close();
      await comesTo(0, count, 'viewers after all');
    });
  }
});
