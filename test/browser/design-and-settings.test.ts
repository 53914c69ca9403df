import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ViewerDesign, ViewerItem } from '../../src/contract/viewer.ts';
import { VIEWER_TRANSITIONS } from '../../src/contract/viewer-appearance.ts';
import {
  captureAndCheck,
  closeWithoutErrors,
  countBlankFrames,
  eventuallyAllRead,
  eventuallyEquals,
  LAPTOP_SIZE,
  openAudience,
  PHONE_SIZE,
  SCREEN_SIZE,
  waitForAnimations,
  watchForBlank,
} from '../support/browser/audience-pages.ts';
import { useBrowserAudience } from '../support/browser/browser-audience.ts';
import { keepPicture, openWatchedPage } from '../support/browser/watched-page.ts';
import { type Api, api } from '../support/requests/api.ts';
import { addImage, organizationRestPath } from '../support/requests/presentation.ts';
import { DESIGN, JOHN_3, LOGO, LONGEST, SHORTEST, viewerStateWith } from '../support/requests/viewer-samples.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const VERSE = 'For God so loved the world';
/** Background colors of the sample design. */
const DARK = 'rgb(16, 35, 28)';
const LIGHT = 'rgb(227, 239, 232)';
const HEBREW = { name: 'Biblia Hebraica', language: 'und', attribution: 'Public domain.' } as const;
const WORDS = 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ׃';

describe('the design of an organization and the settings of its operator', () => {
  const world = useInProcessServer({ editions: 'starter' });

  async function prepare() {
    const operator = await world.openLive({ name: 'Sunday' });
    const client = api(world.lectern, operator.owner);
    await operator.push('John 3:16-18');
    return { client, operator, link: `${world.url}/l/${operator.liveId}` };
  }

  async function putDesign(client: Api, more: Partial<typeof DESIGN> = {}): Promise<void> {
    const path = `${organizationRestPath(client)}/design`;
    const { etag } = await client.get(path);
    const put = await client.put(path, { settings: { ...DESIGN, ...more } }, { ifMatch: etag! });
    assert.equal(put.status, 200, JSON.stringify(put.body));
  }

  async function putLogo(client: Api): Promise<void> {
    const { id } = await addImage(client);
    const put = await client.put(`${organizationRestPath(client)}/logo`, { image_id: id });
    assert.equal(put.status, 200, JSON.stringify(put.body));
  }

  const readRootAttributes = (page: Page) =>
    page.locator(':root').evaluate((root) => {
      const { theme, preset, transition } = root.dataset;
      const ground = root.ownerDocument.defaultView.getComputedStyle(root).backgroundColor;
      return { theme, preset, transition, ground };
    });
  const readFontSize = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(element.ownerDocument.defaultView.getComputedStyle(element).fontSize));

  test('[D21], [D22], [D45] when design, logo and viewer settings change, then open pages show them, and the address takes precedence', async () => {
    const { client, operator, link } = await prepare();
    const pages = await openAudience(await world.browser(), link, {
      phone: PHONE_SIZE,
      laptop: { ...LAPTOP_SIZE, locale: 'de-DE' },
      screen: { ...SCREEN_SIZE, query: '?view=screen' },
      lower: { ...SCREEN_SIZE, query: '?view=lower-third' },
      stage: { ...SCREEN_SIZE, query: '?view=stage' },
      decided: { ...SCREEN_SIZE, query: '?view=screen&theme=dark&scale=0' },
    });
    const [phone, laptop, screen, lower, , decided] = pages.map(({ page }) => page) as [
      Page,
      Page,
      Page,
      Page,
      Page,
      Page,
    ];
    await eventuallyAllRead(pages, VERSE);
    for (const { page } of pages) await watchForBlank(page);

    await putDesign(client);
    for (const page of [phone, laptop, screen, decided]) {
      await eventuallyEquals({ theme: 'dark', preset: 'midnight', transition: 'slide_up', ground: DARK }, () =>
        readRootAttributes(page),
      );
    }
    await eventuallyEquals('rgba(0, 0, 0, 0)', async () => (await readRootAttributes(lower)).ground);
    await eventuallyEquals('rgb(23, 51, 42)', () =>
      screen
        .locator('.block')
        .first()
        .evaluate((block) => block.ownerDocument.defaultView.getComputedStyle(block).backgroundColor),
    );

    await putLogo(client);
    for (const page of [phone, laptop, screen, lower, decided]) {
      await eventuallyEquals(true, () =>
        page.locator('img.logo').evaluate(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      );
    }
    await captureAndCheck('designed', pages);

    const ofDecided = await readFontSize(decided, '.body');
    const ofPhone = await readFontSize(phone, '.verse');
    await operator.write('PATCH', '/viewer-settings', {
      theme: 'light',
      scale: 2,
      preset: 'paper',
      transition: 'zoom_in',
    });
    const light = { theme: 'light', preset: 'paper', transition: 'zoom_in', ground: LIGHT };
    for (const page of [phone, laptop, screen]) await eventuallyEquals(light, () => readRootAttributes(page));
    await eventuallyEquals({ ...light, theme: 'dark', ground: DARK }, () => readRootAttributes(decided));
    await eventuallyEquals(
      true,
      async () => Math.abs((await readFontSize(phone, '.verse')) / ofPhone - 1.125 ** 2) < 0.02,
    );
    assert.equal(await readFontSize(decided, '.body'), ofDecided);

    assert.equal(await laptop.locator('.controls').count(), 1);
    await operator.write('PATCH', '/viewer-settings', { presentation: true });
    await laptop.locator('.controls').waitFor({ state: 'detached' });
    await operator.write('PATCH', '/viewer-settings', { presentation: false });
    await laptop.locator('.controls').waitFor();

    // A design that leaves everything to the presets.
    const inherited = { background: null, container: null, translation: null, reference: null, text: null };
    await putDesign(client, { palettes: { dark: inherited, light: inherited } });
    for (const preset of ['default', 'midnight', 'paper', 'ocean'] as const) {
      for (const theme of ['dark', 'light'] as const) {
        await operator.write('PATCH', '/viewer-settings', { preset, theme });
        await eventuallyEquals([preset, theme], async () => {
          const root = await readRootAttributes(screen);
          return [root.preset, root.theme];
        });
        await captureAndCheck(`preset-${preset}-${theme}`, [pages[0]!, pages[2]!]);
      }
    }
    for (const { page, name } of pages)
      assert.deepEqual(await countBlankFrames(page), [], `${name} was blank for a moment`);
    await closeWithoutErrors(...pages);
  });

  test('[D22] when a PUT sends the settings that GET returned, then the revision changes, but not one pixel of an open page', async () => {
    const { client, link } = await prepare();
    const pages = await openAudience(await world.browser(), link, {
      phone: PHONE_SIZE,
      screen: { ...SCREEN_SIZE, query: '?view=screen' },
      lower: { ...SCREEN_SIZE, query: '?view=lower-third' },
      stage: { ...SCREEN_SIZE, query: '?view=stage' },
    });
    await eventuallyAllRead(pages, VERSE);
    const picture = async ({ page }: (typeof pages)[number]) => {
      await waitForAnimations(page);
      return page.screenshot({ mask: [page.locator('.clock')] });
    };
    const before = await Promise.all(pages.map(picture));
    const path = `${organizationRestPath(client)}/design`;
    const { body, etag } = await client.get(path);
    const put = await client.put(path, { settings: body.settings }, { ifMatch: etag! });
    assert.deepEqual([put.status, put.body.revision, put.body.settings], [200, body.revision + 1, body.settings]);
    for (const [index, opened] of pages.entries()) {
      await opened.page.locator(':root[style*="--surface"]').waitFor({ state: 'attached' });
      assert.ok((await picture(opened)).equals(before[index]!), opened.name);
    }
    await closeWithoutErrors(...pages);
  });

  test('[D45] when any transition is set, then nothing is animated for viewers with reduced motion, and all pages end up the same', async () => {
    const { client, operator, link } = await prepare();
    await putDesign(client);
    const pages = await openAudience(await world.browser(), link, {
      still: { ...SCREEN_SIZE, query: '?view=screen', reducedMotion: 'reduce' },
      moving: { ...SCREEN_SIZE, query: '?view=screen' },
    });
    await eventuallyAllRead(pages, VERSE);
    const [still, moving] = pages.map(({ page }) => page) as [Page, Page];
    for (const page of [still, moving]) {
      await waitForAnimations(page);
      await page.locator(':root').evaluate((root) => {
        const view = root.ownerDocument.defaultView;
        view.moved = [];
        root.addEventListener('animationstart', () => view.moved.push(1));
      });
    }
    const moved = (page: Page) =>
      page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.defaultView.moved.splice(0).length);
    for (const [index, transition] of VIEWER_TRANSITIONS.entries()) {
      await operator.write('PATCH', '/viewer-settings', { transition });
      for (const page of [still, moving])
        await eventuallyEquals(transition, async () => (await readRootAttributes(page)).transition);
      const first = index % 2 === 0;
      await operator.push(first ? 'Psalm 117:1' : 'John 11:35', { replace: true });
      await eventuallyAllRead(pages, first ? 'all ye nations' : 'Jesus wept');
      for (const page of [still, moving]) await waitForAnimations(page);
      assert.equal(await moved(still), 0, transition);
      assert.equal((await moved(moving)) > 0, transition !== 'none', transition);
      assert.ok(
        (await still.screenshot()).equals(await moving.screenshot()),
        `${transition} ends as if nothing had moved`,
      );
    }
    await closeWithoutErrors(...pages);
  });
});

describe('designs at their bounds', () => {
  const world = useBrowserAudience(viewerStateWith([]));

  async function open(items: ViewerItem[], design: Partial<ViewerDesign>, query = '', options: object = SCREEN_SIZE) {
    world.audience.state = viewerStateWith(items, {
      house: { name: 'Grace Chapel', logo: LOGO, design: { ...DESIGN, ...design } },
      editions: { ...viewerStateWith([]).editions, heb: HEBREW },
    });
    const watched = await openWatchedPage(world.browser, `${world.audience.url}/l/live${query}`, options);
    const { page } = watched;
    await page.locator('.scripture').first().waitFor();
    await page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.fonts.ready);
    await waitForAnimations(page);
    return watched;
  }

  const texts = (more: Partial<(typeof DESIGN)['elements']['text']>) => ({
    elements: { ...DESIGN.elements, text: { ...DESIGN.elements.text, align: 'left' as const, ...more } },
  });

  for (const [script, items] of Object.entries({
    latin: psalmOf(JOHN_3[0]!.text, 'kjv'),
    hebrew: psalmOf(WORDS, 'heb'),
  })) {
    test(`[D22] when the text has any size, then every verse number in the reader is whole (${script})`, async () => {
      for (const [size, width, height] of [
        [12, 390, 844],
        [96, 390, 844],
        [240, 390, 844],
        [72, 1440, 900],
        [240, 1440, 900],
      ] as const) {
        const watched = await open(items, texts({ size }), '', { viewport: { width, height } });
        const cut = await watched.page.locator('.passage .number').evaluateAll(
          (numbers, end) =>
            numbers
              .filter((number) => {
                const box = number.getBoundingClientRect();
                const clip = number.closest('.passage').getBoundingClientRect();
                const text = number.parentElement.getBoundingClientRect();
                const rtl = box.left > text.left;
                const clear = rtl ? box.left >= text.right : box.right <= text.left;
                return !clear || box.left < Math.max(0, clip.left) || box.right > Math.min(end, clip.right);
              })
              .map((number) => number.innerText),
          width,
        );
        assert.deepEqual(cut, [], `${size} at ${width}`);
        watched.assertClean();
        await watched.close();
      }
    });
  }

  test('[D22] when the plate has the largest radius, then all its text is inside it', async () => {
    for (const [padding, item] of [
      [0, LONGEST],
      [16, SHORTEST],
      [64, LONGEST],
      [400, SHORTEST],
      [400, LONGEST],
    ] as const) {
      const container = { radius: 200, padding, border: '#ffffff' };
      const watched = await open([item], { container }, '?view=lower-third');
      const { page } = watched;
      const off = await page.locator('.plate').evaluate((plate) => {
        const { ownerDocument } = plate;
        const { left, right, top, bottom } = plate.getBoundingClientRect();
        const declared = Number.parseFloat(ownerDocument.defaultView.getComputedStyle(plate).borderTopLeftRadius);
        const radius = Math.min(declared, (right - left) / 2, (bottom - top) / 2);
        /** Returns how far a point lies outside the nearest rounded corner. */
        const beyond = (x: number, y: number) => {
          const aside = Math.max(left + radius - x, x - right + radius, 0);
          const above = Math.max(top + radius - y, y - bottom + radius, 0);
          return Math.hypot(aside, above) - radius;
        };
        return [...plate.querySelectorAll('.body, .reference, .translation, .attribution, .logo')]
          .filter((part) => {
            const range = ownerDocument.createRange();
            range.selectNodeContents(part);
            const box = (part.childNodes.length > 0 ? range : part).getBoundingClientRect();
            return [box.left, box.right].some((x) => [box.top, box.bottom].some((y) => beyond(x, y) > 0.5));
          })
          .map(({ className }) => className);
      });
      assert.deepEqual(off, [], `padding ${padding}, ${item.book}`);
      watched.assertClean();
      await watched.close();
    }
  });

  test('[D22] when the padding is the largest, then a screen still has room for its text', async () => {
    const design = { ...texts({ size: 240, lineHeight: 240 }), container: { radius: 200, padding: 400, border: null } };
    for (const [items, least] of [
      [[SHORTEST], 1080 / 9],
      [[LONGEST], 1080 / 60],
    ] as const) {
      const watched = await open([...items], design, '?view=screen');
      const { page } = watched;
      const size = await page
        .locator('.body')
        .evaluate((body) => Number.parseFloat(body.ownerDocument.defaultView.getComputedStyle(body).fontSize));
      const block = (await page.locator('.block').boundingBox())!;
      const foot = (await page.locator('.attribution').boundingBox())!;
      const name = `${items[0]!.book}: ${size} px, ${block.y} to ${block.y + block.height}`;
      assert.ok(size >= least, name);
      assert.ok(block.y >= 0 && block.y + block.height <= foot.y, name);
      await keepPicture(page, `padding-${items[0]!.book}`);
      watched.assertClean();
      await watched.close();
    }
  });
});

/** Creates verses with numbers of one, two and three digits. */
function psalmOf(text: string, edition: string): ViewerItem[] {
  return [8, 9, 10, 11, 108, 109, 110].map((verse) => {
    return { id: `p${verse}`, book_id: 19, book: 'Psalm', chapter: 119, verse, text, edition };
  });
}
