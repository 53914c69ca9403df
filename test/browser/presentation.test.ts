import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { STRINGS } from '../../src/locales/strings.ts';
import {
  type AudiencePage,
  captureAndCheck,
  closeWithoutErrors,
  countBlankFrames,
  EVENTUALLY_MAX_MS,
  eventuallyAllRead,
  eventuallyEquals,
  LAPTOP_SIZE,
  openAudience,
  PHONE_SIZE,
  readFrames,
  readVisibleText,
  recordFrames,
  SCREEN_SIZE,
  watchForBlank,
} from '../support/browser/audience-pages.ts';
import type { OperatorClient } from '../support/requests/operator-client.ts';
import { paint } from '../support/requests/presentation.ts';
import { PICTURE } from '../support/requests/viewer-samples.ts';
import { inFullRun } from '../support/run/extent.ts';
import { useServerProcess } from '../support/server/suite-server.ts';

const JOHN = 43;
const WAITING = STRINGS.en.viewer.strings.waiting;
/** Number of interruptions, on each of five pages. */
const INTERRUPTIONS = inFullRun(10, 3);
const SLIDES = ['title', 'text', 'scripture', 'image', 'blank'] as const;

describe('a presentation in a browser', () => {
  const world = useServerProcess();

  async function post(path: string, body: string | Uint8Array, type = 'application/json') {
    const headers = { authorization: `Bearer ${world.installation.token}`, 'content-type': type };
    const response = await fetch(world.url + path, { method: 'POST', headers, body });
    const created = (await response.json()) as { id: string };
    assert.equal(response.status, 201, JSON.stringify(created));
    return created;
  }

  /** Publishes a snapshot with a slide of every layout. */
  async function publish(operator: OperatorClient): Promise<string> {
    const organization = `/v1/organizations/${(await operator.read()).organization_id}`;
    const { width, height } = PICTURE;
    const image = await post(`${organization}/images`, await paint('png', { width, height }), 'image/png');
    const slides = [
      { id: 'title', layout: 'title', title: 'The Prodigal Son', text: 'Luke 15 · An evening of readings' },
      {
        id: 'text',
        layout: 'text',
        title: 'Announcements',
        text: 'The choir meets on Thursday.\n\nEverybody is welcome.',
      },
      { id: 'scripture', layout: 'scripture', reference: { book_id: JOHN, chapter: 3, verse: 16, end_verse: 17 } },
      { id: 'image', layout: 'image', title: 'Hills at dusk', image: image.id },
      { id: 'blank', layout: 'blank' },
    ];
    const deck = await post(`${organization}/decks`, JSON.stringify({ title: 'Evening', slides }));
    return (await post(`${organization}/decks/${deck.id}/snapshots`, '{}')).id;
  }

  async function openPresentationPages() {
    const operator = await world.openLive();
    const pages = await openAudience(await world.browser(), `${world.url}/l/${operator.liveId}`, {
      phone: PHONE_SIZE,
      laptop: { ...LAPTOP_SIZE, query: '?theme=light' },
      screen: { ...SCREEN_SIZE, query: '?view=screen' },
      lower: { ...SCREEN_SIZE, query: '?view=lower-third' },
      stage: { ...SCREEN_SIZE, query: '?view=stage' },
    });
    return { operator, pages };
  }

  const hasPicture = (page: Page) =>
    page
      .locator('img.picture')
      .evaluateAll((found) => found.some(({ complete, naturalWidth }) => complete && naturalWidth > 0));

  async function requireAllShow(pages: readonly AudiencePage[], slide: (typeof SLIDES)[number]): Promise<void> {
    const named = (...names: string[]) => pages.filter(({ name }) => names.includes(name));
    if (slide === 'title') await eventuallyAllRead(pages, 'The Prodigal Son');
    if (slide === 'text') await eventuallyAllRead(pages, 'Everybody is welcome');
    if (slide === 'scripture') {
      await eventuallyAllRead(pages, 'For God so loved the world');
      await eventuallyAllRead(pages, 'John 3:16–17');
      await eventuallyAllRead(named('phone', 'laptop', 'screen', 'lower'), 'Public domain');
    }
    if (slide === 'image') {
      for (const { page } of named('phone', 'laptop', 'screen')) await eventuallyEquals(true, () => hasPicture(page));
      await eventuallyAllRead(named('stage'), 'Hills at dusk');
    }
    if (slide === 'blank') await requireAllHidden(named('phone', 'laptop', 'screen', 'lower'));
  }

  /**
   * Requires that nothing of the Live is shown: the clock of the stage runs, and readers see a message after a delay.
   */
  const requireAllHidden = (pages: readonly AudiencePage[]) =>
    Promise.all(
      pages.map(({ page, name }) =>
        eventuallyEquals(
          '',
          async () =>
            (await readVisibleText(page))
              .replace(/\d{1,2}:\d{2}(:\d{2})?( [AP]M)?/, '')
              .replace(name === 'phone' || name === 'laptop' ? WAITING : '', '')
              .trim(),
          name,
        ),
      ),
    );

  test('[D26], [D27] when slides of every layout and a blank are shown, then the pages show each, and then the unchanged queue', async () => {
    const { operator, pages } = await openPresentationPages();
    await operator.push('Psalm 117');
    await eventuallyAllRead(pages, 'all ye nations');
    const { items } = await operator.readQueue();
    const snapshot_id = await publish(operator);
    for (const slide of SLIDES) {
      const index = SLIDES.indexOf(slide);
      const by = index % 2 === 0 ? { index } : { slide_id: slide };
      const { type, showing } = await operator.write('PUT', '/presentation', { snapshot_id, ...by });
      assert.deepEqual({ type, showing }, { type: 'presentation', showing: true });
      await requireAllShow(pages, slide);
      await eventuallyAllRead(pages, 'all ye nations', false);
      await captureAndCheck(`slide-${slide}`, pages);
    }
    await operator.write('PUT', '/presentation', { snapshot_id });
    await requireAllShow(pages, 'title');
    await operator.write('PUT', '/presentation', { snapshot_id, index: 1, blank: true });
    await requireAllHidden(pages);
    for (const { page } of pages) assert.ok(!(await page.content()).includes('Announcements'));
    await operator.write('PUT', '/presentation', { snapshot_id, index: 1 });
    await requireAllShow(pages, 'text');

    await operator.write('DELETE', '/presentation');
    await requireAllHidden(pages);
    await captureAndCheck('hidden', pages);
    await operator.write('PATCH', '/playback', { paused: false });
    assert.deepEqual((await operator.readQueue()).items, items);
    await eventuallyAllRead(pages, 'all ye nations');
    const reader = pages[0]!.page.locator('.verse');
    const shown = await reader.evaluateAll((verses) => verses.map(({ dataset }) => dataset.id));
    assert.deepEqual(
      shown,
      items.map(({ id }) => id),
    );
    await captureAndCheck('resumed', pages);
    await closeWithoutErrors(...pages);
  });

  test('[D44] when the server is killed and started again, then each page keeps its slide and continues with the next', async () => {
    const { operator, pages } = await openPresentationPages();
    const snapshot_id = await publish(operator);
    await operator.write('PUT', '/presentation', { snapshot_id, slide_id: 'scripture' });
    await requireAllShow(pages, 'scripture');
    for (const { page } of pages) await watchForBlank(page);
    await world.server.end('SIGKILL');
    const marked = pages.filter(({ page }) => !page.url().includes('view=lower-third'));
    assert.ok(marked.length > 0 && marked.length < pages.length, 'a lower third and others');
    await Promise.all(marked.map(({ page }) => page.locator('.outage').waitFor({ timeout: EVENTUALLY_MAX_MS })));
    for (const { page } of pages) {
      if (!marked.some((one) => one.page === page)) assert.equal(await page.locator('.outage').count(), 0);
    }
    await captureAndCheck('outage', pages);
    await requireAllShow(pages, 'scripture');
    await world.startAgain();
    await Promise.all(
      marked.map(({ page }) => page.locator('.outage').waitFor({ state: 'detached', timeout: EVENTUALLY_MAX_MS })),
    );
    await requireAllShow(pages, 'scripture');
    await operator.write('PUT', '/presentation', { snapshot_id, slide_id: 'text' });
    await requireAllShow(pages, 'text');
    for (const watched of pages) {
      assert.deepEqual(await countBlankFrames(watched.page), [], `${watched.name} was blank for a moment`);
      watched.forgive();
    }
    await closeWithoutErrors(...pages);
  });

  test(`[D57] when slides are interrupted and shown again ${INTERRUPTIONS} times, then no frame is dark, and none shows removed content`, async () => {
    const { operator, pages } = await openPresentationPages();
    const snapshot_id = await publish(operator);
    await operator.write('PUT', '/presentation', { snapshot_id, slide_id: 'text' });
    const [slide, verse] = ['Everybody is welcome', 'For God so loved the world'];
    await eventuallyAllRead(pages, slide);
    for (const { page } of pages) await recordFrames(page, [slide, verse]);
    const expected = [slide];
    for (let round = 0; round < INTERRUPTIONS; round++) {
      await operator.write('POST', '/interrupt', { passage: 'John 3:16' });
      await eventuallyAllRead(pages, verse);
      await operator.write('POST', '/return', {});
      await eventuallyAllRead(pages, slide);
      expected.push(verse, slide);
    }
    for (const { page, name } of pages) assert.deepEqual(await readFrames(page), expected, name);
    assert.deepEqual((await operator.call('GET', '/now')).body.queue.items, 0);
    await closeWithoutErrors(...pages);
  });
});
