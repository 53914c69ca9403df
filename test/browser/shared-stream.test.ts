import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventuallyEquals, readVisibleText } from '../support/browser/audience-pages.ts';
import type { OperatorClient } from '../support/requests/operator-client.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PAGES = 10;
const LIVES = 7;
const EDITION = smallEdition('shared', { 43: { 3: { 1: 'First words.', 2: 'Second words.' } } });

describe('[D44] pages of one browser share a stream on plain HTTP', () => {
  const world = useInProcessServer({ editions: [EDITION] });

  async function createLives(count: number): Promise<OperatorClient[]> {
    const owner = await world.createOrganization();
    const operators: OperatorClient[] = [];
    for (let made = 0; made < count; made++) {
      const operator = await world.openLive({}, owner);
      await operator.push('John 3:1');
      operators.push(operator);
    }
    return operators;
  }

  const waitForText = (page: Page, text: string) =>
    eventuallyEquals(true, async () => (await readVisibleText(page)).includes(text), text);

  for (const lives of [1, LIVES]) {
    it(`when ten pages show ${lives} Lives, then all show each change, count as viewers, and leave one by one`, async () => {
      const operators = await createLives(lives);
      const context = await (await world.browser()).newContext();
      const pages: [Page, OperatorClient][] = [];
      for (let index = 0; index < PAGES; index++) {
        const operator = operators[index % lives]!;
        const page = await context.newPage();
        await page.goto(`${world.url}/l/${operator.liveId}`, { waitUntil: 'load', timeout: 15_000 });
        pages.push([page, operator]);
      }
      for (const [page] of pages) await waitForText(page, 'First words.');
      for (const operator of operators) await operator.push('John 3:2', { replace: true });
      for (const [page] of pages) await waitForText(page, 'Second words.');
      const count = async () => {
        const metrics = await (await fetch(`${world.url}/metrics`)).text();
        return Number(/^lectern_audience_viewers (\d+)/m.exec(metrics)?.[1] ?? -1);
      };
      await eventuallyEquals(PAGES, count, 'viewers');
      for (const [page] of pages.splice(0, 3)) await page.close();
      await eventuallyEquals(PAGES - 3, count, 'remaining viewers');
      for (const operator of operators) await operator.push('John 3:1', { replace: true });
      for (const [page] of pages) await waitForText(page, 'First words.');
      await context.close();
      await eventuallyEquals(0, count, 'viewers in the end');
    });
  }
});
