import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { eventuallyEquals, readVisibleText } from '../support/browser/audience-pages.ts';
import type { OperatorClient } from '../support/requests/operator-client.ts';
import { useServerProcess } from '../support/server/suite-server.ts';

/** More pages than a browser opens connections to one origin. */
const PAGES = 8;
const FIRST = 'In the beginning God created the heaven';
const SECOND = 'the earth was without form';
const THIRD = 'Let there be light';
/** Longer than the silence limit of a page and its timeout for a worker. */
const SILENCE_MS = 41_000;
const RESPONSE_MS = 11_000;

describe('[D44] failures of a shared stream', () => {
  const world = useServerProcess();
  // Closes contexts that a failed test left open, which would count as viewers of the next test.
  afterEach(async () => {
    await Promise.all((await world.browser()).contexts().map((context) => context.close()));
  });

  type Seat = { page: Page; operator: OperatorClient };

  /** Opens pages in one browser, distributed over the given number of Lives, which show Genesis 1:1. */
  async function openSharedPages(
    pages: number,
    lives: number,
    prepare?: (context: BrowserContext) => Promise<unknown>,
  ) {
    const operators: OperatorClient[] = [];
    while (operators.length < lives) {
      const operator = await world.openLive();
      await operator.push('Genesis 1:1');
      operators.push(operator);
    }
    const context = await (await world.browser()).newContext();
    await prepare?.(context);
    const seats: Seat[] = [];
    for (let index = 0; index < pages; index++) {
      const operator = operators[index % lives]!;
      const page = await context.newPage();
      await page.goto(`${world.url}/l/${operator.liveId}`, { timeout: 15_000 });
      seats.push({ page, operator });
    }
    await waitForTextOnAll(seats, FIRST);
    return { context, operators, seats };
  }

  const waitForText = (page: Page, text: string) =>
    eventuallyEquals(true, async () => (await readVisibleText(page)).includes(text), text);
  const waitForTextOnAll = (seats: readonly Seat[], text: string) =>
    Promise.all(seats.map(({ page }) => waitForText(page, text)));
  const push = (operators: readonly OperatorClient[], passage: string) =>
    Promise.all(operators.map((operator) => operator.push(passage)));
  const viewers = async () => {
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    return Number(/^lectern_audience_viewers (\d+)/m.exec(metrics)?.[1] ?? -1);
  };

  /** Runs the expression as the next task of the only worker. Resolves when the worker has accepted it. */
  async function inWorker(expression: string): Promise<void> {
    const session = await (await world.browser()).newBrowserCDPSession();
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'shared_worker' }] });
    assert.equal(targetInfos.length, 1, 'one worker for all pages');
    const { targetId } = targetInfos[0]!;
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const accepted = new Promise((resolve) => session.once('Target.receivedMessageFromTarget', resolve));
    const params = { expression: `setTimeout(() => { ${expression} })` };
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    await accepted;
    await session.detach();
  }

  it('[D12] when one of several Lives is deleted and one is locked, then their pages say so, and the others continue', async () => {
    const { operators, seats } = await openSharedPages(4, 4);
    const [deleted, locked, ...others] = operators as [OperatorClient, OperatorClient, ...OperatorClient[]];
    await deleted.write('DELETE', '');
    const { secret } = await locked.write('POST', '/audience-secret', {});
    await waitForText(seats[0]!.page, 'ended');
    await seats[1]!.page.locator('input[name=secret]').waitFor();
    await push(others, 'Genesis 1:2');
    await waitForTextOnAll(seats.slice(2), SECOND);
    await seats[1]!.page.locator('input[name=secret]').fill(secret);
    await seats[1]!.page.locator('form button').click();
    await waitForText(seats[1]!.page, FIRST);
    await push([locked, ...others], 'Genesis 1:3');
    await waitForTextOnAll(seats.slice(1), THIRD);
    await eventuallyEquals(3, viewers, 'viewers');
  });

  it('when the first page is closed and the worker ends, then the others continue with a new worker', async () => {
    const { context, operators, seats } = await openSharedPages(4, 2, (made) => made.clock.install());
    await seats.shift()!.page.close();
    await push(operators, 'Genesis 1:2');
    await waitForTextOnAll(seats, SECOND);
    await eventuallyEquals(3, viewers, 'viewers');
    await inWorker('close()');
    await eventuallyEquals(0, viewers, 'viewers when their worker has ended');
    await push(operators, 'Genesis 1:3');
    await context.clock.fastForward(SILENCE_MS);
    await waitForTextOnAll(seats, THIRD);
    await eventuallyEquals(3, viewers, 'viewers');
    await inWorker('0');
  });

  it('when a worker hangs, then it is abandoned, and each page opens its own stream', async () => {
    const { context, operators, seats } = await openSharedPages(3, 2, (made) => made.clock.install());
    await inWorker(
      'Atomics.wait(new Int32Array(new WebAssembly.Memory({initial:1,maximum:1,shared:true}).buffer),0,0)',
    );
    await push(operators, 'Genesis 1:2');
    const [{ page }] = seats as [Seat];
    await page.waitForTimeout(1_000);
    assert.doesNotMatch(await readVisibleText(page), new RegExp(SECOND), 'the worker sends nothing');
    await context.clock.fastForward(SILENCE_MS);
    await page.waitForTimeout(500);
    await context.clock.fastForward(RESPONSE_MS);
    await waitForTextOnAll(seats, SECOND);
    await context.close();
    await eventuallyEquals(0, viewers, 'viewers');
  });

  it('when a browser has no shared workers, then each visible page has its own stream', async () => {
    const { operators, seats } = await openSharedPages(PAGES, 2, (made) =>
      made.addInitScript(`
        delete globalThis.SharedWorker;
        let visibility = 'hidden';
        Object.defineProperty(document, 'visibilityState', { get: () => visibility });
        globalThis.look = (is) => { visibility = is; document.dispatchEvent(new Event('visibilitychange')); };
        
      `),
    );
    const look = (page: Page, is: 'visible' | 'hidden') => page.evaluate(`look('${is}')`);
    await eventuallyEquals(0, viewers, 'viewers while all are hidden');
    const shown = seats.at(-1)!;
    await look(shown.page, 'visible');
    await eventuallyEquals(1, viewers, 'viewers');
    await push(operators, 'Genesis 1:2');
    await waitForText(shown.page, SECOND);
    await look(shown.page, 'hidden');
    for (const { page } of seats) {
      await look(page, 'visible');
      await waitForText(page, SECOND);
      await look(page, 'hidden');
    }
    await eventuallyEquals(0, viewers, 'visible viewers');
  });
});
