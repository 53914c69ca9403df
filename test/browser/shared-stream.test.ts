import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { comesTo, readsOn } from '../support/audience-pages.ts';
import { smallEdition } from '../support/lectern.ts';
import type { Operator } from '../support/operator.ts';
import { useLocalWorld } from '../support/small-world.ts';

const PAGES = 10;
const LIVES = 7;
const EDITION = smallEdition('shared', { 43: { 3: { 1: 'First words.', 2: 'Second words.' } } });

describe('[D44] pages of one browser share a stream on plain HTTP', () => {
  const world = useLocalWorld({ editions: [EDITION] });

  async function createLives(count: number): Promise<Operator[]> {
    const owner = await world.createOrganization();
    const operators: Operator[] = [];
    for (let made = 0; made < count; made++) {
      const operator = await world.openLive({}, owner);
      await operator.push('John 3:1');
      operators.push(operator);
    }
    return operators;
  }

  const reads = (page: Page, text: string) => comesTo(true, async () => (await readsOn(page)).includes(text), text);

  for (const lives of [1, LIVES]) {
    it(`when ten pages show ${lives} Lives, then all show each change, count as viewers, and leave one by one`, async () => {
      const operators = await createLives(lives);
      const context = await (await world.browser()).newContext();
      const pages: [Page, Operator][] = [];
      for (let index = 0; index < PAGES; index++) {
        const operator = operators[index % lives]!;
        const page = await context.newPage();
        await page.goto(`${world.url}/l/${operator.liveId}`, { waitUntil: 'load', timeout: 15_000 });
        pages.push([page, operator]);
      }
      for (const [page] of pages) await reads(page, 'First words.');
      for (const operator of operators) await operator.push('John 3:2', { replace: true });
      for (const [page] of pages) await reads(page, 'Second words.');
      const count = async () => {
        const metrics = await (await fetch(`${world.url}/metrics`)).text();
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
