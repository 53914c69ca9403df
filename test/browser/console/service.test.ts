import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { EMPTIED_GUARD_MS } from '../../../web/console/state/desk-machine.ts';
import { eventuallyEquals, readVisibleText, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { type Api, api } from '../../support/requests/api.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { createDeck } from '../../support/requests/presentation.ts';
import { endRoutes } from '../../support/run/end-routes.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSES = {
  'John 3:16': 'For God so loved the world',
  'John 3:17': 'For God sent not his Son into the world to condemn',
  'John 3:18': 'He that believeth on him is not condemned',
  'Psalm 23:1': 'The LORD is my shepherd',
  'Romans 8:28': 'all things work together for good',
  'Romans 8:29': 'For whom he did foreknow',
  'John 11:35': 'Jesus wept.',
} as const;
type Verse = keyof typeof VERSES;

describe('a service', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let client: Api;
  let ana: ConsoleBrowser;
  let jo: ConsoleBrowser;
  let room: BrowserContext;
  let projector: Page;
  let address: string;

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    client = api(world.lectern, live.owner);
    const slides = ['Amazing grace', 'Twas grace that taught', 'Through many dangers'].map((title) => ({
      layout: 'title',
      title,
    }));
    const { body: deck } = await createDeck(client, slides, 'Amazing Grace');
    await createPlan(client, [
      { kind: 'heading', title: 'Word' },
      { kind: 'passage', title: 'Reading', passage: 'John 3:16-18' },
      { kind: 'deck', title: 'Song', deck_id: deck.id },
      { kind: 'passage', title: 'Promise', passage: 'Romans 8:28-29' },
    ]);
    const made = await client.post(`/v1/lives/${live.liveId}/outputs`, { name: 'Projector', view: 'screen' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    address = made.body.url;
    room = await (await world.browser()).newContext({ ...SCREEN_SIZE, reducedMotion: 'reduce' });
    projector = await room.newPage();
    await projector.goto(address);
    ana = await openConsolePage(world, live);
    jo = await openConsolePage(world, live);
  });

  after(async () => {
    await room?.close();
    await ana?.close();
    await jo?.close();
  });

  const press = async (console: ConsoleBrowser, ...keys: string[]) => {
    for (const key of keys) await console.page.keyboard.press(key);
  };
  const enterText = async (console: ConsoleBrowser, text: string) => {
    await console.type(text);
    await press(console, 'Enter');
  };
  /** Requires that the projector shows this text and none of the other verses. */
  const waitForProjectedText = (text: string) =>
    eventuallyEquals(
      [text],
      async () => {
        const words = await readVisibleText(projector);
        return [...new Set([text, ...Object.values(VERSES)])].filter((one) => words.includes(one));
      },
      `the projector shows "${text}"`,
    );
  const waitForProjectedVerse = async (reference: Verse) => {
    await waitForProjectedText(VERSES[reference]);
    await Promise.all([ana, jo].map((console) => console.isOnAir(reference)));
  };
  /** Requires the idle screen: the name of the Live and the time. */
  const waitForIdleScreen = () =>
    eventuallyEquals(
      true,
      async () => /^Sunday \d+:\d+( [AP]M)?$/.test(await readVisibleText(projector)),
      'the projector shows the idle screen',
    );
  const waitForDarkScreen = () => eventuallyEquals('', () => readVisibleText(projector), 'the projector is dark');
  const waitForOutputState = (state: string) => ana.page.locator(`.output[data-state=${state}]`).waitFor();

  test('[D50] [D56] [D57] [D60] [D65] when a service runs from beginning to end, then the projector shows the right text at every step', async () => {
    // The plan is started; nothing is shown until Enter shows its first entry. [D65]
    await ana.settle();
    await waitForIdleScreen();
    await ana.page.locator('#tab-plan').click();
    await ana.page.locator('.plan-chooser li button', { hasText: 'Sunday' }).click();
    await ana.page.locator('.plan-chooser').waitFor({ state: 'detached' });
    await waitForIdleScreen();
    await ana.page.locator('.bar-input').focus();
    await press(ana, 'Enter');
    await waitForProjectedVerse('John 3:16');

    // The reading continues. [D56]
    await press(ana, 'ArrowRight');
    await waitForProjectedVerse('John 3:17');
    await press(ana, 'PageDown');
    await waitForProjectedVerse('John 3:18');
    await press(ana, 'ArrowLeft');
    await waitForProjectedVerse('John 3:17');

    // A question interrupts the song. [D57]
    await sleep(EMPTIED_GUARD_MS);
    await press(ana, 'Enter');
    await waitForProjectedText('Amazing grace');
    await press(ana, 'ArrowRight');
    await waitForProjectedText('Twas grace that taught');
    await enterText(ana, 'ps 23 1');
    await waitForProjectedVerse('Psalm 23:1');
    const song = ana.page.locator('.plan-entry', { hasText: 'Song' });
    await song.getByText('Interrupted. Back returns to it.').waitFor();
    assert.equal(await ana.page.locator('.plan-entry[aria-current]').count(), 0, 'only the psalm is on air');
    await sleep(EMPTIED_GUARD_MS);
    await press(ana, 'Backspace');
    await waitForProjectedText('Twas grace that taught');
    await ana.page.locator('.plan-entry[aria-current]', { hasText: /^Song$/ }).waitFor();
    await press(ana, 'ArrowRight');
    await waitForProjectedText('Through many dangers');

    // The projector is unplugged and returns to the address without its key. [D60]
    await waitForOutputState('connected');
    await projector.close();
    await waitForOutputState('lost');
    await press(ana, 'Enter');
    await ana.isOnAir('Romans 8:28');
    projector = await room.newPage();
    await projector.goto(address.split('#')[0]!);
    await waitForProjectedVerse('Romans 8:28');
    await waitForOutputState('connected');

    // A second operator works. The overtaken operator is asked to confirm; the confirmed action is done, and the bar is
    // empty.
    await ana.settle();
    await jo.settle();
    await press(jo, 'ArrowRight');
    await waitForProjectedVerse('Romans 8:29');
    await ana.settle();
    // Ana's console has not received the change yet when she presses Enter.
    await ana.page.route('**/passages', async (route) => {
      await live.read();
      await live.push('John 11:35');
      await route.continue();
    });
    await enterText(ana, 'ps 23 1');
    await ana.page.locator('.strip[data-kind=overtaken]').waitFor();
    await endRoutes(ana.page);
    await waitForProjectedVerse('John 11:35');
    await press(ana, 'Enter');
    await waitForProjectedVerse('Psalm 23:1');
    await ana.settle();

    // Playwright's offline mode lets a pending poll end with the next change, which a lost connection does not.
    let isCut = false;
    await ana.page.route(/\/events\?/, async (route) => {
      const response = isCut ? null : await route.fetch({ timeout: 0 });
      await (response && !isCut ? route.fulfill({ response }) : route.abort());
    });

    // One operator hides the screen, the other shows it again.
    await press(jo, '.');
    await waitForDarkScreen();
    await ana.page.locator('.live-flag[data-state=hidden]').waitFor();
    await press(ana, 'F5');
    await waitForProjectedVerse('Psalm 23:1');
    await Promise.all([ana, jo].map(({ page }) => page.locator('.live-flag[data-state=live]').waitFor()));

    // One operator is offline: nothing is sent later, and the other continues.
    isCut = true;
    await ana.page.context().setOffline(true);
    await ana.page.locator('.live-flag[data-state=offline]').waitFor();
    await press(ana, 'ArrowRight');
    await ana.page.locator('.strip[data-kind=not-sent]').waitFor();
    await sleep(UNSEEN_MS);
    await enterText(jo, 'jn 3 16');
    await waitForProjectedText(VERSES['John 3:16']);
    assert.match(await ana.strip(), /Not sent/);
    isCut = false;
    await ana.page.context().setOffline(false);
    await ana.page.locator('.strip[data-kind=changed]', { hasText: 'John 3:16' }).waitFor();
    await waitForProjectedVerse('John 3:16');
    await endRoutes(ana.page, 'ignoreErrors');

    // Something was shown by mistake. [D50]
    await enterText(jo, 'rom 8 28');
    await waitForProjectedVerse('Romans 8:28');
    await press(jo, 'Control+z');
    await waitForProjectedVerse('John 3:16');
  });
});
