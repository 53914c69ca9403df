import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import type { PreviewDraw } from '../../../src/contract/preview.ts';
import type { ViewerState, ViewerTheme } from '../../../src/contract/viewer.ts';
import { VIEWER_VIEWS, type ViewerView } from '../../../src/contract/viewer-views.ts';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { openPreviewPage } from '../../support/browser/preview-page.ts';
import { showWith, VIEW_SIZES, withDesign, world } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import {
  GERMAN,
  HEBREW_LINES,
  JOHN_3,
  LONG_TEXT,
  LONGEST,
  PSALM_23,
  presentingState,
  SHORTEST,
  SLIDES,
  viewerStateWith,
} from '../../support/requests/viewer-samples.ts';

/**
 * Everything that the page draws: the elements without announcements and the time, and what styles depend on. The order
 * of attributes and declarations does not count, nor an empty `lang` or `dir`: they depend on earlier states.
 */
const READ_DRAWING = `document.fonts.ready.then(() => {
  const describe = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.textContent;
    if (node.matches('[aria-live], time')) return node.localName;
    const attributes = node.getAttributeNames().sort().filter((name) => !['lang', 'dir'].includes(name) || node.getAttribute(name)).map((name) =>
      name + '=' + (name === 'style' ? [...node.style].sort().map((each) => each + ':' + node.style.getPropertyValue(each)).join(';') : node.getAttribute(name)));
    return '<' + [node.localName, ...attributes].join(' ') + '>' + [...node.childNodes].map(describe).join('') + '</>';
  };
  const root = document.documentElement;
  const html = [...document.querySelector('#viewer').childNodes].map(describe).join('');
  return { html, root: describe(root.cloneNode()), moving: document.getAnimations().length, scroll: scrollY };
})`;

const inTwoEditions = [
  { ...LONGEST, line: 'one' },
  { ...GERMAN, line: 'one' },
];

const STATES: Record<string, ViewerState> = {
  ...Object.fromEntries(
    Object.entries(SLIDES).map(([layout, slide]) => [layout, viewerStateWith([], presentingState(slide))]),
  ),
  verses: viewerStateWith(JOHN_3, { lines: 3 }),
  hebrew: viewerStateWith(HEBREW_LINES, { editions: { kjv: { name: 'תנ״ך', language: 'und', attribution: 'תנ״ך' } } }),
  'longest verse in two editions': viewerStateWith(inTwoEditions, { paging: { lines: 1, page_characters: 2_000 } }),
  poetry: viewerStateWith(PSALM_23, { lines: 2 }),
  designed: viewerStateWith([SHORTEST], { ...withDesign({ transition: 'none' }) }),
  'light and larger': viewerStateWith(JOHN_3, { settings: { theme: 'light', scale: 3, presentation: false } }),
  long: viewerStateWith([], { ...presentingState(LONG_TEXT), ...withDesign({ transition: 'none' }) }),
};

const readDrawing = (page: Page | Frame): Promise<{ html: string; moving: number }> => page.evaluate(READ_DRAWING);

describe('the preview of a draft', () => {
  for (const [turn, view] of VIEWER_VIEWS.entries()) {
    test(`[D45] when states are posted, then the preview draws the same as a page with a stream: ${view}`, async () => {
      const preview = await openPreviewPage(world, { reducedMotion: 'reduce' });
      // Verses in each view, and each other state in two of the four.
      const states = Object.entries(STATES).filter(([name], index) => name === 'verses' || (index + turn) % 2 === 0);
      for (const [name, state] of states) {
        await preview.draw({ view, state });
        const streamed = await showWith(state, `view=${view}`, { ...VIEW_SIZES[view], reducedMotion: 'reduce' });
        // Images and fonts can arrive later on either page.
        await eventuallyEquals(
          null,
          async () => {
            const [wanted, drawn] = await Promise.all([streamed.page, preview.frame()].map(readDrawing));
            return isDeepStrictEqual(drawn, wanted) ? null : { drawn, wanted };
          },
          `${view}: ${name}`,
        );
        if (name === 'verses') assert.match((await readDrawing(streamed.page)).html, /God so loved/);
        await keepPicture(preview.page, `preview-${view}-${name.replaceAll(' ', '-')}`);
        await streamed.close();
      }
      assert.deepEqual(preview.complaints, []);
      await preview.close();
    });
  }

  test('when a text is too long for its layout, then the preview says so, until it is shorter', async () => {
    const preview = await openPreviewPage(world);
    const words = (count: number) =>
      viewerStateWith([], presentingState({ ...SLIDES.text, text: 'All that is written here. '.repeat(count) }));
    assert.equal(await preview.draw({ view: 'screen', state: words(1) }), null);
    assert.equal(await preview.draw({ view: 'screen', state: words(300) }), 'shrunk');
    assert.equal(await preview.draw({ view: 'screen', state: words(2) }), null);
    assert.equal(await preview.draw({ view: 'screen', state: words(300) }), 'shrunk');
    assert.equal(
      await preview.draw({ view: 'screen', state: viewerStateWith([], presentingState(SLIDES.image)) }),
      null,
    );
    await preview.close();
  });

  test('when an image is only in the editor, then the preview shows it; when it cannot be loaded, then the preview says so', async () => {
    const preview = await openPreviewPage(world);
    const url = await preview.page.evaluate<string>(
      `URL.createObjectURL(new Blob([${JSON.stringify('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>')}], { type: 'image/svg+xml' }))`,
    );
    const slide = (address: string) =>
      viewerStateWith([], presentingState({ ...SLIDES.image, image: { url: address, width: 90, height: 60 } }));
    await preview.draw({ view: 'screen', state: slide(url) });
    await eventuallyEquals(90, () => preview.frame().evaluate("document.querySelector('.picture').naturalWidth"));
    assert.equal((await preview.reports()).at(-1), null);
    assert.deepEqual(preview.complaints, []);
    await preview.show({ view: 'screen', state: slide('/images/none.png') });
    await eventuallyEquals('image', async () => (await preview.reports()).at(-1));
    await preview.draw({ view: 'screen', state: slide(url) });
    await eventuallyEquals(null, async () => (await preview.reports()).at(-1));
    await preview.close();
  });

  test('[D45] when theme and scale are overridden, then they take precedence over those of the state', async () => {
    const preview = await openPreviewPage(world);
    const look = () =>
      preview
        .frame()
        .evaluate(
          '[document.documentElement.dataset.theme, document.documentElement.style.getPropertyValue("--scale")]',
        );
    await preview.draw({ view: 'screen', state: STATES.verses!, overrides: { theme: 'light', scale: 2 } });
    assert.deepEqual(await look(), ['light', String(1.125 ** 2)]);
    await preview.draw({ view: 'screen', state: STATES.verses! });
    assert.deepEqual(await look(), ['dark', '1']);
    await preview.close();
  });

  test('when a message is of another origin or not of the page around the frame, then it is ignored', async () => {
    const preview = await openPreviewPage(world);
    const { page } = preview;
    await preview.draw({ view: 'screen', state: STATES.verses! });
    const message: PreviewDraw = { type: 'draw', draw: 99, state: STATES.title!, overrides: {} };
    const html = `<!doctype html><script>
      parent.frames[0].postMessage(${JSON.stringify(message)}, '*');
      parent.postMessage('posted', '*');
    </script>`;
    await page.route('**/sibling', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.evaluate(
      "window.posted = 0; addEventListener('message', ({ data }) => { if (data === 'posted') posted++; })",
    );
    const sibling = (origin: string) =>
      page.evaluate(
        `{ const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(`${origin}/sibling`)}; document.body.append(frame); }`,
      );
    await sibling(world.audience.url.replace('127.0.0.1', 'localhost'));
    await sibling(world.audience.url);
    await eventuallyEquals(2, () => page.evaluate('posted'));
    // A later message of the page itself shows that the others have arrived before it.
    await preview.draw({ view: 'screen', state: STATES.poetry! });
    assert.deepEqual(await preview.reports(), [null, null]);
    assert.equal(await preview.frame().locator('#viewer').getByText('The Prodigal Son').count(), 0);
    await page.evaluate(`frames[0].postMessage(${JSON.stringify(message)}, location.origin)`);
    await preview.frame().getByText('The Prodigal Son').waitFor();
    await preview.close();
  });

  test('when another message or a broken one is posted, then the preview keeps its state and draws the next one', async () => {
    const preview = await openPreviewPage(world);
    await preview.draw({ view: 'screen', state: STATES.title! });
    await preview.page.evaluate(
      "for (const data of [null, 'x', {}, { type: 'draw' }]) frames[0].postMessage(data, '*')",
    );
    assert.equal(await preview.draw({ view: 'screen', state: STATES.text! }), null);
    assert.deepEqual(preview.complaints, []);
    await preview.close();
  });

  test('when 60 states have been drawn, then the document has not grown', async () => {
    const preview = await openPreviewPage(world);
    const session = await preview.page.context().newCDPSession(preview.page);
    const drawMany = async (count: number) => {
      await preview.page.evaluate(`(async (states) => {
        for (let index = 0; index < ${count}; index++) {
          const { length } = reports;
          show({ view: 'screen', title: 'Preview', state: { ...states[index % states.length], version: String(Math.random()) } });
          while (reports.length === length) await new Promise((resolve) => setTimeout(resolve));
        }
      })(${JSON.stringify(Object.values(STATES))})`);
      await preview.draw({ view: 'screen', state: { ...STATES.verses!, version: `last of ${count}` } });
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      const elements = await preview.frame().evaluate<number>("document.querySelectorAll('*').length");
      return { nodes, jsEventListeners, elements };
    };
    const before = await drawMany(30);
    const after = await drawMany(60);
    assert.equal(after.elements, before.elements);
    assert.ok(after.jsEventListeners <= before.jsEventListeners + 2, JSON.stringify({ before, after }));
    assert.ok(after.nodes <= before.nodes * 1.2, JSON.stringify({ before, after }));
    await preview.close();
  });

  test('when the frame is loaded again, or another view is chosen, then the draft is drawn again', async () => {
    const preview = await openPreviewPage(world);
    await preview.draw({ view: 'screen', state: STATES.title! });
    await preview.frame().evaluate('location.reload()');
    await eventuallyEquals(2, async () => (await preview.reports()).length);
    await preview.frame().getByText('The Prodigal Son').waitFor();
    await preview.draw({ view: 'stage', state: STATES.title! });
    await preview.frame().locator('.prompter').getByText('The Prodigal Son').waitFor();
    await preview.show({ view: 'stage', state: STATES.title! });
    assert.equal((await preview.reports()).length, 3, 'an equal draft is not drawn again');
    await preview.close();
  });

  test('when the page has little room, then the frame is a scaled screen or phone, without focus or pointer, and has a name', async () => {
    const preview = await openPreviewPage(world, { width: 480 });
    const sizeOf = async () => {
      const { width, height } = (await preview.page.locator('iframe').boundingBox())!;
      return [Math.round(width), Math.round(height)];
    };
    for (const [view, size] of [
      ['screen', [480, 270]],
      ['reader', [480, Math.round((480 * 844) / 390)]],
    ] as const satisfies [ViewerView, number[]][]) {
      await preview.draw({ view, state: STATES.verses! });
      assert.deepEqual(await sizeOf(), size);
      await preview.page.mouse.click(100, 100);
      await preview.page.keyboard.press('Tab');
      assert.equal(await preview.frame().evaluate('document.hasFocus()'), false);
      assert.equal(await preview.page.locator('iframe').getAttribute('title'), `Preview of ${view}`);
      assert.deepEqual(await listViolations(preview.page, 1), []);
    }
    await preview.close();
  });

  test('[D45] when the view is a lower third, then what is behind it can be seen in both themes', async () => {
    const preview = await openPreviewPage(world, { colorScheme: 'dark' });
    for (const theme of ['dark', 'light'] satisfies ViewerTheme[]) {
      await preview.draw({ view: 'lower-third', state: STATES.verses!, overrides: { theme } });
      const picture = await preview.page.locator('.preview-frame').screenshot();
      const { data } = await sharp(picture)
        .extract({ left: 20, top: 20, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      assert.ok(Math.abs(data[0]! - 0x54) < 12 && Math.abs(data[2]! - 0x6b) < 12, `${theme}: ${[...data].join()}`);
    }
    await preview.close();
  });
});
