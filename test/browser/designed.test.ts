import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { type Api, api } from '../support/api.ts';
import {
  allRead,
  blankMoments,
  closeClean,
  comesTo,
  comesToRest,
  inspect,
  LAPTOP,
  openAudience,
  PHONE,
  SCREEN,
  watchForBlank,
} from '../support/audience-pages.ts';
import { launchChromium } from '../support/chromium.ts';
import { createOrganization, installStarter, startTestLectern, type TestLectern } from '../support/lectern.ts';
import { createOperator } from '../support/operator.ts';
import { organizationPath, upload } from '../support/presentation.ts';
import { DESIGN, IMAGES, LOGO } from '../support/viewer-samples.ts';

const VERSE = 'For God so loved the world';
/** The grounds of the sample design. */
const DARK = 'rgb(16, 35, 28)';
const LIGHT = 'rgb(227, 239, 232)';

describe('what an organization and its operator decide of the look', () => {
  let browser: Browser;
  let lectern: TestLectern;
  before(async () => {
    [browser, lectern] = await Promise.all([launchChromium(), startTestLectern()]);
    await installStarter(lectern);
  });
  after(async () => {
    await browser?.close();
    await lectern?.close();
  });

  async function prepare() {
    const owner = await createOrganization(lectern);
    const client = api(lectern, owner);
    const { id: liveId } = (await client.post(owner.livesPath, { name: 'Sunday' })).body;
    const operator = createOperator(lectern.url, { token: owner.token, liveId });
    await operator.write('PATCH', '/settings', { translations: ['kjv'] });
    await operator.push('John 3:16-18');
    return { client, operator, link: `${lectern.url}/l/${liveId}` };
  }

  async function putDesign(client: Api, more: Partial<typeof DESIGN> = {}): Promise<void> {
    const path = `${organizationPath(client)}/design`;
    const { etag } = await client.get(path);
    const put = await client.put(path, { settings: { ...DESIGN, ...more } }, { ifMatch: etag! });
    assert.equal(put.status, 200, JSON.stringify(put.body));
  }

  async function putLogo(client: Api): Promise<void> {
    const drawn = await sharp(Buffer.from(IMAGES.get(LOGO.url)!.body))
      .png()
      .toBuffer();
    const { id } = (await upload(client, drawn)).body;
    const put = await client.put(`${organizationPath(client)}/logo`, { image_id: id });
    assert.equal(put.status, 200, JSON.stringify(put.body));
  }

  const rootOf = (page: Page) =>
    page.locator(':root').evaluate((root) => {
      const { theme, preset, transition } = root.dataset;
      const ground = root.ownerDocument.defaultView.getComputedStyle(root).backgroundColor;
      return { theme, preset, transition, ground };
    });
  const fontSize = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(element.ownerDocument.defaultView.getComputedStyle(element).fontSize));

  test('[D21], [D22], [D45] design, logo and viewer settings come to open pages, and an address wins over them', async () => {
    const { client, operator, link } = await prepare();
    const pages = await openAudience(browser, link, {
      phone: PHONE,
      laptop: { ...LAPTOP, locale: 'de-DE' },
      screen: { ...SCREEN, query: '?view=screen' },
      lower: { ...SCREEN, query: '?view=lower-third' },
      stage: { ...SCREEN, query: '?view=stage' },
      decided: { ...SCREEN, query: '?view=screen&theme=dark&scale=0' },
    });
    const [phone, laptop, screen, lower, , decided] = pages.map(({ page }) => page) as [
      Page,
      Page,
      Page,
      Page,
      Page,
      Page,
    ];
    await allRead(pages, VERSE);
    for (const { page } of pages) await watchForBlank(page);
    await inspect('plain', pages);

    await putDesign(client);
    for (const page of [phone, laptop, screen, decided]) {
      await comesTo({ theme: 'dark', preset: 'midnight', transition: 'slide_up', ground: DARK }, () => rootOf(page));
    }
    await comesTo('rgba(0, 0, 0, 0)', async () => (await rootOf(lower)).ground);
    await comesTo(true, async () => Math.abs((await fontSize(screen, '.body')) - DESIGN.elements.text.size) < 0.6);

    await putLogo(client);
    for (const page of [phone, laptop, screen, lower, decided]) {
      await comesTo(true, () =>
        page.locator('img.logo').evaluate(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      );
    }
    await inspect('designed', pages);

    const ofDecided = await fontSize(decided, '.body');
    const ofPhone = await fontSize(phone, '.verse');
    await operator.write('PATCH', '/viewer-settings', {
      theme: 'light',
      scale: 2,
      preset: 'paper',
      transition: 'zoom_in',
    });
    const light = { theme: 'light', preset: 'paper', transition: 'zoom_in', ground: LIGHT };
    for (const page of [phone, laptop, screen]) await comesTo(light, () => rootOf(page));
    await comesTo({ ...light, theme: 'dark', ground: DARK }, () => rootOf(decided));
    await comesTo(true, async () => Math.abs((await fontSize(phone, '.verse')) / ofPhone - 1.125 ** 2) < 0.02);
    assert.equal(await fontSize(decided, '.body'), ofDecided);
    await inspect('settings', pages);

    assert.equal(await laptop.locator('.controls').count(), 1);
    await operator.write('PATCH', '/viewer-settings', { presentation: true });
    await laptop.locator('.controls').waitFor({ state: 'detached' });
    await operator.write('PATCH', '/viewer-settings', { presentation: false });
    await laptop.locator('.controls').waitFor();

    // With everything left to the presets.
    const inherited = { background: null, container: null, translation: null, reference: null, text: null };
    await putDesign(client, { palettes: { dark: inherited, light: inherited } });
    for (const preset of ['default', 'midnight', 'paper', 'ocean'] as const) {
      for (const theme of ['dark', 'light'] as const) {
        await operator.write('PATCH', '/viewer-settings', { preset, theme });
        await comesTo([preset, theme], async () => {
          const root = await rootOf(screen);
          return [root.preset, root.theme];
        });
        await inspect(`preset-${preset}-${theme}`, [pages[0]!, pages[2]!]);
      }
    }
    for (const { page, name } of pages)
      assert.deepEqual(await blankMoments(page), [], `${name} was blank for a moment`);
    await closeClean(...pages);
  });

  test('[D45] whatever transition is set, nothing moves for who wants it so, and all end alike', async () => {
    const { client, operator, link } = await prepare();
    await putDesign(client);
    const pages = await openAudience(browser, link, {
      still: { ...SCREEN, query: '?view=screen', reducedMotion: 'reduce' },
      moving: { ...SCREEN, query: '?view=screen' },
    });
    await allRead(pages, VERSE);
    const [still, moving] = pages.map(({ page }) => page) as [Page, Page];
    for (const page of [still, moving]) {
      await comesToRest(page);
      await page.locator(':root').evaluate((root) => {
        const view = root.ownerDocument.defaultView;
        view.moved = [];
        root.addEventListener('animationstart', () => view.moved.push(1));
      });
    }
    const moved = (page: Page) =>
      page.locator(':root').evaluate(({ ownerDocument }) => ownerDocument.defaultView.moved.splice(0).length);
    const TRANSITIONS = ['none', 'fade', 'slide', 'slide_up', 'slide_down', 'zoom_in', 'zoom_out', 'wipe'] as const;
    for (const [index, transition] of TRANSITIONS.entries()) {
      await operator.write('PATCH', '/viewer-settings', { transition });
      for (const page of [still, moving]) await comesTo(transition, async () => (await rootOf(page)).transition);
      const first = index % 2 === 0;
      await operator.push(first ? 'Psalm 117:1' : 'John 11:35', { replace: true });
      await allRead(pages, first ? 'all ye nations' : 'Jesus wept');
      for (const page of [still, moving]) await comesToRest(page);
      assert.equal(await moved(still), 0, transition);
      assert.equal((await moved(moving)) > 0, transition !== 'none', transition);
      assert.ok(
        (await still.screenshot()).equals(await moving.screenshot()),
        `${transition} ends as if nothing had moved`,
      );
    }
    await closeClean(...pages);
  });
});
