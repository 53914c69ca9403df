import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { countBlankFrames, eventuallyEquals, readVisibleText, watchForBlank } from '../support/audience-pages.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { useServerProcess } from '../support/suite-server.ts';

/** More than the connections that a browser opens to one origin. */
const PAGES = 8;
const FIRST = 'In the beginning God created the heaven';
const SECOND = 'the earth was without form';
const THIRD = 'Let there be light';
/** Longer than a page hears nothing, and than it waits for the answer of a worker. */
const SILENCE_MS = 41_000;
const ANSWER_MS = 11_000;

describe('[D44] what becomes of pages that share a stream', () => {
  const world = useServerProcess();
  // A context that a failed test left open would count among the viewers of the next one.
  afterEach(async () => {
    await Promise.all((await world.browser()).contexts().map((context) => context.close()));
  });

  type Seat = { page: Page; operator: OperatorClient };

  /** So many pages of one browser, each of the next of so many Lives, which show Genesis 1:1. */
  async function gather(pages: number, lives: number, prepare?: (context: BrowserContext) => Promise<unknown>) {
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
    await allRead(seats, FIRST);
    return { context, operators, seats };
  }

  const reads = (page: Page, text: string) =>
    eventuallyEquals(true, async () => (await readVisibleText(page)).includes(text), text);
  const allRead = (seats: readonly Seat[], text: string) => Promise.all(seats.map(({ page }) => reads(page, text)));
  const push = (operators: readonly OperatorClient[], passage: string) =>
    Promise.all(operators.map((operator) => operator.push(passage)));
  const viewers = async () => {
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    return Number(/^lectern_audience_viewers (\d+)/m.exec(metrics)?.[1] ?? -1);
  };

  /** Runs the expression in the only worker, as its next task. Returns when the worker has accepted it. */
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

  it('when the server is killed and started again, then all pages go on, and none is blank for a moment', async () => {
    const { operators, seats } = await gather(PAGES, 3);
    for (const { page } of seats) await watchForBlank(page);
    await world.server.end('SIGKILL');
    for (const { page } of seats) await page.locator('.outage').waitFor({ timeout: 20_000 });
    await allRead(seats, FIRST);
    await world.startAgain();
    for (const { page } of seats) await page.locator('.outage').waitFor({ state: 'detached', timeout: 20_000 });
    await push(operators, 'Genesis 1:2');
    await allRead(seats, SECOND);
    for (const { page } of seats) assert.deepEqual(await countBlankFrames(page), []);
    await eventuallyEquals(PAGES, viewers, 'viewers');
  });

  it('[D12] when one of several Lives is deleted and one is locked, then their pages say so, and the others go on', async () => {
    const { operators, seats } = await gather(4, 4);
    const [deleted, locked, ...others] = operators as [OperatorClient, OperatorClient, ...OperatorClient[]];
    await deleted.write('DELETE', '');
    const { secret } = await locked.write('POST', '/audience-secret', {});
    await reads(seats[0]!.page, 'ended');
    await seats[1]!.page.locator('input[name=secret]').waitFor();
    await push(others, 'Genesis 1:2');
    await allRead(seats.slice(2), SECOND);
    await seats[1]!.page.locator('input[name=secret]').fill(secret);
    await seats[1]!.page.locator('form button').click();
    await reads(seats[1]!.page, FIRST);
    await push([locked, ...others], 'Genesis 1:3');
    await allRead(seats.slice(1), THIRD);
    await eventuallyEquals(3, viewers, 'viewers');
  });

  it('when the page that was first is closed and the worker ends, then the others go on with another worker', async () => {
    const { context, operators, seats } = await gather(4, 2, (made) => made.clock.install());
    await seats.shift()!.page.close();
    await push(operators, 'Genesis 1:2');
    await allRead(seats, SECOND);
    await eventuallyEquals(3, viewers, 'viewers');
    await inWorker('close()');
    await eventuallyEquals(0, viewers, 'viewers when their worker has ended');
    await push(operators, 'Genesis 1:3');
    await context.clock.fastForward(SILENCE_MS);
    await allRead(seats, THIRD);
    await eventuallyEquals(3, viewers, 'viewers');
    await inWorker('0');
  });

  it('when a worker stops without an end, then it is given up, and each page has a stream of its own', async () => {
    const { context, operators, seats } = await gather(3, 2, (made) => made.clock.install());
    await inWorker(
      'Atomics.wait(new Int32Array(new WebAssembly.Memory({initial:1,maximum:1,shared:true}).buffer),0,0)',
    );
    await push(operators, 'Genesis 1:2');
    const [{ page }] = seats as [Seat];
    await page.waitForTimeout(1_000);
    assert.doesNotMatch(await readVisibleText(page), new RegExp(SECOND), 'the worker tells nothing');
    await context.clock.fastForward(SILENCE_MS);
    await page.waitForTimeout(500);
    await context.clock.fastForward(ANSWER_MS);
    await allRead(seats, SECOND);
    await context.close();
    await eventuallyEquals(0, viewers, 'viewers');
  });

  it('when a browser has no shared workers, then each page that is looked at has a stream', async () => {
    const { operators, seats } = await gather(PAGES, 2, (made) =>
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
    await reads(shown.page, SECOND);
    await look(shown.page, 'hidden');
    for (const { page } of seats) {
      await look(page, 'visible');
      await reads(page, SECOND);
      await look(page, 'hidden');
    }
    await eventuallyEquals(0, viewers, 'viewers who look');
  });
});
