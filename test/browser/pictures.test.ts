import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { type PicturePainted, type PictureView, picturePath } from '../../src/contract/picture.ts';
import { api } from '../support/api.ts';
import { eventuallyEquals, SCREEN_SIZE, waitForAnimations } from '../support/audience-pages.ts';
import { smallEdition } from '../support/lectern.ts';
import { createMember } from '../support/members.ts';
import { createSnapshot } from '../support/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../support/suite-server.ts';

const SENTENCE = 'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him. ';
const EDITIONS = [
  smallEdition('one', {
    43: {
      3: { 16: SENTENCE.trim(), 17: 'not to condemn the world', 18: SENTENCE.repeat(9).trim(), 19: 'Jesus wept.' },
    },
  }),
  smallEdition('hebrew', { 43: { 3: { 16: 'כי ככה אהב אלהים את העולם עד אשר נתן את בנו יחידו', 17: 'לא לדין' } } }),
];
/** Size of the frame in the console: as large as the screen, then scaled down. */
const SCALE = 0.25;

/** Reads the shown text by lines, with their positions and the font size. */
const READ_LINES = `(() => {
  const shown = document.querySelector('.frame:not(.leaving)');
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines = {};
  while (texts.nextNode()) {
    for (const { index, 0: word } of texts.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const { top, left } = range.getBoundingClientRect();
      (lines[Math.round(top)] ??= [Math.round(left)]).push(word);
    }
  }
  const body = shown.querySelector('.body');
  return { lines, size: body && getComputedStyle(body).fontSize };
})()`;

describe('[D63] the picture of what is on air', () => {
  const world = useInProcessServer({ editions: EDITIONS });

  /** Opens a page with the picture in a frame, as in the console, and the screen of an output. */
  async function openPictureAndScreen(live: OwnedLive, view: PictureView = 'screen') {
    const client = api(world.lectern, live.owner);
    const made = await client.post(`/v1/lives/${live.liveId}/outputs`, { name: 'Projector', view });
    const context = await (await world.browser()).newContext(SCREEN_SIZE);
    const screen = await context.newPage();
    await screen.goto(made.body.url);
    const { browser } = await createMember(world.lectern, live.owner, 'operator');
    const session = browser.cookies.get('lectern_session')!;
    await context.addCookies([
      { name: 'lectern_session', value: session, url: world.url, httpOnly: true, sameSite: 'Lax' },
    ]);
    const desk = await context.newPage();
    const frame = await addFrame(desk, `${picturePath(live.liveId)}?view=${view}`);
    return { screen, desk, frame, session, close: () => context.close() };
  }

  /** Adds the frame to another page of this server, which stands in for the console. */
  async function addFrame(desk: Page, src: string): Promise<Frame> {
    const body = `<!doctype html><title>Console</title><script>
      const heard = [];
      addEventListener('message', ({ data, origin, source }) => heard.push({ ...data, origin, own: source === frames[0] }));
    </script><iframe src="${src}" width="1920" height="1080" tabindex="-1" style="border: 0; transform: scale(${SCALE}); transform-origin: 0 0">`;
    await desk.route('**/console', (route) => route.fulfill({ contentType: 'text/html', body }));
    await desk.goto(`${world.url}/console`);
    return desk.frames()[1]!;
  }

  const readPaintedMessages = (desk: Page): Promise<(PicturePainted & { origin: string; own: boolean })[]> =>
    desk.evaluate('heard');
  const readLines = (page: Page | Frame): Promise<unknown> => page.evaluate(READ_LINES);

  const isSame = async ({ screen, frame }: { screen: Page; frame: Frame }, word: string) => {
    for (const each of [screen, frame]) await each.locator('.frame:not(.leaving)').getByText(word).first().waitFor();
    for (const each of [screen, frame]) await each.evaluate('document.fonts.ready.then(() => {})');
    await waitForAnimations(screen);
    await eventuallyEquals(
      true,
      async () => JSON.stringify(await readLines(frame)) === JSON.stringify(await readLines(screen)),
    );
    assert.match(JSON.stringify(await readLines(frame)), new RegExp(`\\[\\d+,.*${word.split(' ')[0]}`));
  };

  test('when the Live is stepped, then the picture has the same text and lines as the screen, and reports what it has painted', async () => {
    const live = await world.openLive();
    await live.push('John 3:16-19');
    const both = await openPictureAndScreen(live);
    await isSame(both, 'only begotten Son');
    for (const word of ['condemn', 'believeth']) {
      const { sequence, focus } = await live.write('POST', '/step', { by: 1 });
      await isSame(both, word);
      await eventuallyEquals({ type: 'painted', sequence, part: focus.part, origin: world.url, own: true }, async () =>
        (await readPaintedMessages(both.desk)).at(-1),
      );
    }
    const { sequence } = await live.write('POST', '/step', { by: 1 });
    await eventuallyEquals([sequence, 1], async () => {
      const last = (await readPaintedMessages(both.desk)).at(-1)!;
      return [last.sequence, last.part];
    });
    await both.close();
  });

  test('when languages, theme, slides or the view differ, then the picture still equals the screen', async () => {
    const live = await world.openLive();
    await live.write('PATCH', '/settings', { translations: ['one', 'hebrew'] });
    await live.push('John 3:16');
    for (const view of ['screen', 'lower-third'] as const) {
      const both = await openPictureAndScreen(live, view);
      await isSame(both, 'ככה');
      assert.equal(
        (await both.frame.locator('.frame:not(.leaving) [dir="rtl"], .frame:not(.leaving) [lang="he"]').count()) > 0,
        true,
      );
      await both.close();
    }
    const both = await openPictureAndScreen(live);
    await live.write('PATCH', '/viewer-settings', { theme: 'light' });
    await eventuallyEquals('light', () => both.frame.evaluate('document.documentElement.dataset.theme'));
    const slides = [{ layout: 'text', title: 'Welcome', text: 'To all who come' }];
    const { id } = await createSnapshot(api(world.lectern, live.owner), slides);
    await live.write('PUT', '/presentation', { snapshot_id: id });
    await isSame(both, 'To all who come');
    await both.close();
  });

  test('when the picture is shown, then nothing in it takes the focus or the pointer, and nothing is reported', async () => {
    const live = await world.openLive();
    await live.push('John 3:16');
    const both = await openPictureAndScreen(live);
    await isSame(both, 'only begotten Son');
    await both.desk.mouse.click(1920 * SCALE * 0.5, 1080 * SCALE * 0.5);
    await both.desk.keyboard.press('Tab');
    const seen = await both.frame.evaluate(`({
      focused: document.activeElement.tagName,
      controls: document.querySelectorAll('button, a, input, .outage').length,
      cursor: getComputedStyle(document.body).cursor,
    })`);
    assert.deepEqual(seen, { focused: 'BODY', controls: 0, cursor: 'none' });
    const { connections } = (await api(world.lectern, live.owner).get(`/v1/lives/${live.liveId}/outputs`)).body.data[0];
    assert.equal(connections, 1);
    await both.close();
  });

  test('when the Live is hidden, then the picture is empty; when the session ends, then it shows a notice', async () => {
    const live = await world.openLive();
    await live.push('John 3:16');
    const both = await openPictureAndScreen(live);
    await isSame(both, 'only begotten Son');
    await live.write('PATCH', '/playback', { paused: true });
    await eventuallyEquals(0, () => both.frame.locator('.frame:not(.leaving) .body').count());
    await live.write('PATCH', '/playback', { paused: false });
    await isSame(both, 'only begotten Son');
    const { installation } = world.lectern;
    const holder = (await installation.sessions.find(both.session))!;
    const actor = {
      channel: 'page',
      userId: holder.user.id,
      credentialId: null,
      operation: 'x',
      requestId: 'x',
    } as const;
    await installation.sessions.endAll(holder.user, null, actor);
    await both.frame.getByText('Sign in again to see what is on air.').waitFor();
    await live.write('DELETE', '');
    await both.close();
  });
});
