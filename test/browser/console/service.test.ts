import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type Api, api } from '../../support/api.ts';
import { eventuallyEquals, readVisibleText, SCREEN_SIZE } from '../../support/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/console-browser.ts';
import { createPlan } from '../../support/plans.ts';
import { createDeck } from '../../support/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/suite-server.ts';

const VERSES = {
  'John 3:16': 'For God so loved the world',
  'John 3:17': 'For God sent not his Son into the world to condemn',
  'John 3:18': 'He that believeth on him is not condemned',
  'Psalms 23:1': 'The LORD is my shepherd',
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
  let hall: BrowserContext;
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
    hall = await (await world.browser()).newContext({ ...SCREEN_SIZE, reducedMotion: 'reduce' });
    projector = await hall.newPage();
    await projector.goto(address);
    ana = await openConsolePage(world, live);
    jo = await openConsolePage(world, live);
  });

  after(async () => {
    await hall?.close();
    await ana?.close();
    await jo?.close();
  });

  const press = async (console: ConsoleBrowser, ...keys: string[]) => {
    for (const key of keys) await console.page.keyboard.press(key);
  };
  const enter = async (console: ConsoleBrowser, text: string) => {
    await console.type(text);
    await press(console, 'Enter');
  };
  /** The projector shows this text and none of the other verses. */
  const projects = (text: string) =>
    eventuallyEquals(
      [text],
      async () => {
        const words = await readVisibleText(projector);
        return [...new Set([text, ...Object.values(VERSES)])].filter((one) => words.includes(one));
      },
      `the projector shows "${text}"`,
    );
  const projectsVerse = async (reference: Verse) => {
    await projects(VERSES[reference]);
    await Promise.all([ana, jo].map((console) => console.isOnAir(reference)));
  };
  /** Nothing was shown yet: the name of the Live and the time stand there. */
  const waits = () =>
    eventuallyEquals(
      true,
      async () => /^Sunday \d+:\d+( [AP]M)?$/.test(await readVisibleText(projector)),
      'the projector waits',
    );
  const projectsNothing = () => eventuallyEquals('', () => readVisibleText(projector), 'the projector is dark');
  const chip = (state: string) => ana.page.locator(`.output[data-state=${state}]`).waitFor();

  test('[D50] [D56] [D57] [D60] [D65] when it goes from beginning to end, then the projector shows the right text at every step', async () => {
    // The plan is begun: nothing is shown before Enter runs its first entry. [D65]
    await ana.settle();
    await waits();
    await ana.page.locator('#tab-plan').click();
    await ana.page.locator('.plan-chooser li button', { hasText: 'Sunday' }).click();
    await ana.page.locator('.plan-chooser').waitFor({ state: 'detached' });
    await waits();
    await ana.page.locator('.bar-input').focus();
    await press(ana, 'Enter');
    await projectsVerse('John 3:16');

    // The reader goes on. [D56]
    await press(ana, 'ArrowRight');
    await projectsVerse('John 3:17');
    await press(ana, 'PageDown');
    await projectsVerse('John 3:18');
    await press(ana, 'ArrowLeft');
    await projectsVerse('John 3:17');

    // A question interrupts the song. [D57]
    await press(ana, 'Enter');
    await projects('Amazing grace');
    await press(ana, 'ArrowRight');
    await projects('Twas grace that taught');
    await enter(ana, 'ps 23 1');
    await projectsVerse('Psalms 23:1');
    await press(ana, 'Backspace');
    await projects('Twas grace that taught');
    await press(ana, 'ArrowRight');
    await projects('Through many dangers');

    // The projector is unplugged, and comes back at the address without its key. [D60]
    await chip('connected');
    await projector.close();
    await chip('lost');
    await press(ana, 'Enter');
    await ana.isOnAir('Romans 8:28');
    projector = await hall.newPage();
    await projector.goto(address.split('#')[0]!);
    await projectsVerse('Romans 8:28');
    await chip('connected');

    // A second operator works. Who was overtaken is asked; what is answered is done, and the bar is empty.
    await ana.settle();
    await jo.settle();
    await press(jo, 'ArrowRight');
    await projectsVerse('Romans 8:29');
    await ana.settle();
    // Ana's console has not heard of it yet when she presses Enter.
    await ana.page.route('**/passages', async (route) => {
      await live.read();
      await live.push('John 11:35');
      await route.continue();
    });
    await enter(ana, 'ps 23 1');
    await ana.page.locator('.strip[data-kind=overtaken]').waitFor();
    await ana.page.unroute('**/passages');
    await projectsVerse('John 11:35');
    await press(ana, 'Enter');
    await projectsVerse('Psalms 23:1');
    await ana.settle();

    // One operator hides the screen, the other shows it again.
    await press(jo, '.');
    await projectsNothing();
    await ana.page.locator('.live-flag[data-state=hidden]').waitFor();
    await press(ana, 'F5');
    await projectsVerse('Psalms 23:1');

    // The network of one operator is out: nothing is sent later, and the other goes on.
    await ana.page.context().setOffline(true);
    await ana.page.locator('.live-flag[data-state=offline]').waitFor();
    await press(ana, 'ArrowRight');
    await ana.page.locator('.strip[data-kind=not-sent]').waitFor();
    await enter(jo, 'jn 3 16');
    await projects(VERSES['John 3:16']);
    await ana.page.context().setOffline(false);
    await projectsVerse('John 3:16');
    await ana.page.locator('.strip[data-kind=changed]').waitFor();
    assert.match(await ana.strip(), /John 3:16/);
    await projects(VERSES['John 3:16']);

    // Something was shown by mistake. [D50]
    await enter(jo, 'rom 8 28');
    await projectsVerse('Romans 8:28');
    await press(jo, 'Control+z');
    await projectsVerse('John 3:16');
  });
});
