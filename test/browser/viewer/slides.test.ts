import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEFAULT_TEXT_SIZE, type ViewerSlide } from '../../../src/contract/viewer.ts';
import {
  closeWithoutErrors,
  LAPTOP_SIZE,
  PHONE_SIZE,
  SCREEN_SIZE,
  waitForAnimations,
} from '../../support/browser/audience-pages.ts';
import {
  boxesOf,
  eventuallyShows,
  FIRST_VERSE,
  open,
  openNewWith,
  openWith,
  showWith,
  styleOf,
  VIEW_SIZES,
  withDesign,
  world,
} from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import {
  DESIGN,
  JOHN_3,
  LONG_TEXT,
  LONGEST,
  PICTURE,
  presentingState,
  SLIDES,
  viewerStateWith,
} from '../../support/requests/viewer-samples.ts';

describe('slides', () => {
  /** Returns the text that is visible in the view, without announcements to screen readers. */
  const readViewText = (page: Page) =>
    page.locator('#viewer').evaluate(async (viewer) => {
      // A passage of the reader has no text before the frame that finds it in view.
      const view = viewer.ownerDocument.defaultView;
      await new Promise((drawn) => view.requestAnimationFrame(() => view.requestAnimationFrame(drawn)));
      return [...viewer.querySelectorAll('h2, p, .body, .reference, .attribution')]
        .filter(
          (element) =>
            !element.closest('[aria-live]') &&
            element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        )
        .map((element) => element.innerText)
        .join('\n');
    });

  test('[D26] when a screen reader announces a slide, then its passage is read as printed', async () => {
    const watched = await openWith(viewerStateWith([]), 'view=reader', PHONE_SIZE);
    const passage = { ...SLIDES.scripture.passage!, reference: 'Psalms 23:1-3' };
    world.audience.become(presentingState({ ...SLIDES.scripture, passage }));
    const said = watched.page.locator('[aria-live]');
    await eventuallyShows(true, async () => (await said.innerText()).startsWith('Psalm 23:1–3. For God so loved'));
    await closeWithoutErrors(watched);
  });

  test('[D26] when a slide is shown, then each layout has its text in each view', async () => {
    for (const [view, size] of Object.entries(VIEW_SIZES)) {
      for (const [layout, slide] of Object.entries(SLIDES)) {
        const watched = await showWith(viewerStateWith([], presentingState(slide)), `view=${view}`, size);
        const { page } = watched;
        const text = await readViewText(page);
        const name = `${view} ${layout}`;
        if (layout === 'title') assert.match(text, /The Prodigal Son.*An evening of readings/s, name);
        if (layout === 'text') assert.match(text, /Announcements|everybody is welcome/, name);
        if (layout === 'scripture') {
          assert.match(text, /John\s3:16.18/, name);
          if (view !== 'lower-third') assert.match(text, /only begotten Son of God/, name);
          if (view !== 'stage') assert.match(text, /public domain/i, name);
        }
        const pictures = await boxesOf(page, '.picture');
        const shows = layout === 'image' && (view === 'screen' || view === 'reader');
        assert.equal(pictures.length, shows ? 1 : 0, name);
        if (layout === 'countdown') assert.match(text, /We begin soon/, name);
        if (layout === 'blank' || (layout === 'image' && view !== 'stage')) assert.equal(text.trim(), '', name);
        await keepPicture(page, `slide-${layout}-${view}`);
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D26] when an image is shown, then it is complete, from edge to edge, with its title as alternative text; a small one is at most doubled', async () => {
    for (const size of [SCREEN_SIZE, { viewport: { width: 1080, height: 1920 } }]) {
      const { width, height } = size.viewport;
      for (const own of [PICTURE, { ...PICTURE, width: 320, height: 200 }]) {
        const state = viewerStateWith([], { ...presentingState({ ...SLIDES.image, image: own }), ...withDesign() });
        const watched = await showWith(state, 'view=screen', size);
        const [box] = await boxesOf(watched.page, '.picture');
        const wanted = [Math.min(width, 2 * own.width), Math.min(height, 2 * own.height)];
        for (const [index, seen] of [box!.right - box!.left, box!.bottom - box!.top].entries())
          assert.ok(Math.abs(seen - wanted[index]!) < 1, `${seen} and not ${wanted[index]}`);
        assert.ok(Math.abs(box!.left + box!.right - width) < 1 && Math.abs(box!.top + box!.bottom - height) < 1);
        assert.equal(await styleOf(watched.page, '.picture', 'object-fit'), 'contain');
        assert.equal(await watched.page.locator('.picture').getAttribute('alt'), 'Hills at dusk');
        assert.deepEqual(await boxesOf(watched.page, '.logo'), [], 'the picture is empty');
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D76] when a countdown is on air, then it counts in each view without moving, is not announced, and ends at 0:00', async () => {
    for (const [view, size] of Object.entries(VIEW_SIZES)) {
      const until = new Date(Date.now() + 65_000).toISOString();
      const slide = { ...SLIDES.countdown, until };
      const watched = await showWith(viewerStateWith([], presentingState(slide)), `view=${view}`, size);
      const { page } = watched;
      const timer = page.getByRole('timer');
      const first = await timer.innerText();
      assert.match(first, /^1:0[0-5]$/, view);
      assert.match(await readViewText(page), /We begin soon/, view);
      const before = await boxesOf(page, '.time-left');
      await eventuallyShows(true, async () => (await timer.innerText()) !== first);
      assert.deepEqual(await boxesOf(page, '.time-left'), before, view);
      await keepPicture(page, `slide-countdown-${view}`);
      if (view === 'screen') assert.ok(before[0]!.bottom - before[0]!.top > size.viewport.height / 4);
      if (view === 'reader') assert.doesNotMatch(await page.locator('[aria-live="polite"]').innerText(), /\d/);
      world.audience.become(presentingState({ ...slide, until: new Date(0).toISOString() }));
      await eventuallyShows('0:00', () => timer.innerText());
      await closeWithoutErrors(watched);
    }
  });

  const countLines = (page: Page) =>
    page.locator('.body p').evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => {
        const range = paragraph.ownerDocument.createRange();
        range.selectNodeContents(paragraph);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );

  test('[D54] when a line of a song is long, then it is made smaller before it is wrapped, down to the smallest legible size', async () => {
    const line = 'Großer Gott, wir loben dich; Herr, wir preisen deine Stärke, und vor dir neigt die Erde sich';
    for (const [view, part] of [
      ['screen', 40],
      ['lower-third', 30],
    ] as const) {
      for (const [text, sung, lines] of [
        [`${line}\nEnde`, true, [1, 1]],
        [`${line} ${line} ${line}\nEnde`, true, null],
        [`${line}\nEnde`, undefined, null],
      ] as const) {
        const slide = { ...SLIDES.text, title: null, text, ...(sung && { sung }) };
        const { page, ...watched } = await showWith(viewerStateWith([], presentingState(slide)), `view=${view}`);
        const counted = await countLines(page);
        if (lines) assert.deepEqual(counted, lines, view);
        else if (view === 'screen') assert.ok(counted[0]! > 1, `${view}: ${counted}`);
        assert.ok((await readFontSize(page, '.body')) >= 1080 / part, view);
        await closeWithoutErrors({ page, ...watched });
      }
    }
  });

  test('[D26] when there is room, then the lines of a song do not wrap', async () => {
    const text =
      'Amazing grace! how sweet the sound,\nThat saved a wretch like me!\nI once was lost, but now am found,\nWas blind, but now I see.';
    for (const view of ['screen', 'lower-third', 'stage']) {
      for (const size of view === 'stage' ? [SCREEN_SIZE] : [LAPTOP_SIZE]) {
        const slide = { ...SLIDES.text, title: null, text };
        const watched = await showWith(viewerStateWith([], presentingState(slide)), `view=${view}`, size);
        const lines = await countLines(watched.page);
        assert.deepEqual(lines, [1, 1, 1, 1], `${view} ${size.viewport.width}`);
        assert.ok((await readFontSize(watched.page, '.body')) >= size.viewport.height / 30);
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D26] when a text is far too long, then it is still complete and legible', async () => {
    for (const branding of [{}, withDesign()]) {
      const watched = await showWith(
        viewerStateWith([], { ...presentingState(LONG_TEXT), ...branding }),
        'view=screen',
      );
      const [text] = await boxesOf(watched.page, '.body');
      assert.ok(text!.top >= 0 && text!.bottom <= 1080 && text!.left >= 0 && text!.right <= 1920);
      const scale = 'house' in branding ? DESIGN.elements.text.size / DEFAULT_TEXT_SIZE : 1;
      assert.ok(Number.parseFloat(await styleOf(watched.page, '.body', 'font-size')) >= (1080 / 60) * scale);
      await closeWithoutErrors(watched);
    }
  });

  const createSlide = (layout: 'title' | 'text', more: Partial<ViewerSlide>) => ({
    ...SLIDES[layout],
    text: null,
    ...more,
  });
  const readFontSize = async (page: Page, selector: string) =>
    Number.parseFloat(await styleOf(page, selector, 'font-size'));
  const WORD = 'Weihnachtsgottesdienstfeier';

  test('[D26] when a word has any length, then it stays large and within the screen', async () => {
    // Each length in each layout, with and without a design by turns.
    for (const [turn, title] of [WORD, `${WORD}vorbereitung`, WORD.repeat(11)].entries()) {
      for (const layout of ['title', 'text'] as const) {
        const branding = (turn + layout.length) % 2 === 0 ? withDesign() : {};
        const slide = createSlide(layout, layout === 'title' ? { title } : { title: null, text: title });
        const watched = await showWith(viewerStateWith([], { ...presentingState(slide), ...branding }), 'view=screen');
        const [text] = await boxesOf(watched.page, '.body');
        const name = `${layout} ${title.length}`;
        assert.ok((await readFontSize(watched.page, '.body')) >= 1080 / 45, `${name} can be read`);
        assert.ok(text!.top >= 0 && text!.bottom <= 1080 && text!.left >= 0 && text!.right <= 1920, name);
        if (title === WORD && layout === 'title') {
          assert.ok((await readFontSize(watched.page, '.body')) >= 100, `${name} is large`);
        }
        await keepPicture(watched.page, `slide-word-${layout}-${title.length}`);
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D26] when a word has any length, then it stays within a phone', async () => {
    for (const word of [WORD, WORD.repeat(11)]) {
      for (const slide of [
        createSlide('title', { title: word, text: word }),
        createSlide('text', { title: word, text: word }),
      ]) {
        const watched = await showWith(viewerStateWith([], presentingState(slide)), '', PHONE_SIZE);
        const width = await watched.page.locator(':root').evaluate((root) => root.scrollWidth);
        assert.equal(width, PHONE_SIZE.viewport.width, `${slide.layout} ${word.length}`);
        await keepPicture(watched.page, `slide-word-${slide.layout}-${word.length}-phone`);
        await closeWithoutErrors(watched);
      }
    }
  });

  /** Creates a slide with the given number of verses. */
  const psalmSlide = (count: number): ViewerSlide => ({
    ...SLIDES.scripture,
    passage: {
      ...SLIDES.scripture.passage!,
      reference: `Psalms 119:1-${count}`,
      verses: Array.from({ length: count }, (_, index) => ({
        id: `p${index}`,
        book_id: 19,
        book: 'Psalms',
        chapter: 119,
        verse: index + 1,
        edition: 'kjv',
        text: 'Wherewithal shall a young man cleanse his way? by taking heed thereto according to thy word.',
      })),
    },
  });

  test('[D26] when a passage is long, then as much as is legible is shown, and the reference says how much', async () => {
    for (const [view, count, branding] of [
      ['screen', 3, withDesign()],
      ['screen', 16, {}],
      ['screen', 48, withDesign()],
      ['screen', 176, {}],
      ['lower-third', 3, {}],
      ['lower-third', 176, {}],
      ['stage', 16, {}],
      ['stage', 176, {}],
    ] as const) {
      const state = viewerStateWith([], { ...presentingState(psalmSlide(count)), ...branding });
      const watched = await showWith(state, `view=${view}`);
      const { page } = watched;
      const name = `${view} ${count}`;
      const verses = await boxesOf(page, '.body .verse');
      const shown = await page.locator('.body .verse:not([hidden])').count();
      assert.match(await page.locator('.reference').innerText(), new RegExp(`119:1–${shown}$`), name);
      if (count <= 16) assert.equal(shown, count, name);
      assert.ok(shown >= Math.min(count, 5), name);
      const scale = 'house' in branding ? DESIGN.elements.text.size / DEFAULT_TEXT_SIZE : 1;
      const size = await readFontSize(page, '.body');
      assert.ok(size >= (1080 / 50) * scale, name);
      const [attribution] = await boxesOf(page, '.attribution');
      for (const verse of verses) {
        assert.ok(verse.top >= 0 && verse.bottom <= (attribution?.top ?? 1080) + 1, name);
        assert.ok(verse.left >= 0 && verse.right <= 1920, name);
      }
      if (count === 16 && view === 'screen') {
        const [text] = await boxesOf(page, '.body');
        assert.ok(text!.right - text!.left > 1920 * 0.6 && size > 1080 / 30, 'they use the width of a screen');
      }
      await keepPicture(page, `slide-psalm-${count}-${view}`);
      await closeWithoutErrors(watched);
    }
  });

  test('[D26] when any text is shown, then the plate stays within the lower third', async () => {
    const list = Array.from({ length: 40 }, (_, index) => `${index + 1}. Line of the week’s announcements`).join('\n');
    const endless = { ...FIRST_VERSE, text: LONGEST.text.repeat(12) };
    for (const state of [
      viewerStateWith([], presentingState(createSlide('text', { text: list }))),
      viewerStateWith([], { ...presentingState(LONG_TEXT), ...withDesign() }),
      viewerStateWith([endless], withDesign()),
    ]) {
      const watched = await showWith(state, 'view=lower-third');
      const { top, bottom } = await watched.page.locator('.plate').evaluate((plate) => plate.getBoundingClientRect());
      assert.ok(top >= 1080 * (2 / 3) - 1 && bottom <= 1080 * 0.95 + 1, `${top} to ${bottom}`);
      assert.ok((await readFontSize(watched.page, '.body')) >= 1080 / 72);
      await keepPicture(watched.page, `slide-ended-${state.slide?.id ?? 'verse'}`);
      await closeWithoutErrors(watched);
    }
  });

  test('[D26] when a slide is on the stage, then it does not overlap the clock', async () => {
    for (const size of [LAPTOP_SIZE, SCREEN_SIZE]) {
      for (const slide of [
        createSlide('text', { title: null, text: LONG_TEXT.text }),
        createSlide('title', { title: WORD }),
      ]) {
        const watched = await showWith(viewerStateWith([], presentingState(slide)), 'view=stage', size);
        const [text] = await boxesOf(watched.page, '.now .body');
        const [clock] = await boxesOf(watched.page, '.clock');
        assert.ok(text!.top >= clock!.bottom, `${text!.top} is above ${clock!.bottom}`);
        assert.ok(text!.bottom <= size.viewport.height);
        await keepPicture(watched.page, `slide-clock-${slide.layout}-${size.viewport.width}`);
        await closeWithoutErrors(watched);
      }
    }
  });

  test('[D26] when a long word is on the stage, then it is smaller, but unbroken', async () => {
    const title = 'Kirchengemeinderatsvorsitzendenversammlung';
    const watched = await showWith(
      viewerStateWith([], presentingState(createSlide('title', { title }))),
      'view=stage',
      SCREEN_SIZE,
    );
    const lines = await watched.page.locator('.now .body').evaluate((body) => {
      const range = body.ownerDocument.createRange();
      range.selectNodeContents(body.querySelector('p') ?? body);
      return range.getClientRects().length;
    });
    assert.equal(lines, 1);
    const [text] = await boxesOf(watched.page, '.now .body');
    assert.ok(text!.right - text!.left > SCREEN_SIZE.viewport.width / 2, 'it uses the width');
    await keepPicture(watched.page, 'stage-word');
    await closeWithoutErrors(watched);
  });

  test('[D27] when slides are shown and removed, then the page does not reload, and the queue is shown again', async () => {
    world.audience.state = viewerStateWith(JOHN_3);
    const [phone, screen] = await Promise.all([open('', PHONE_SIZE), open('view=screen')]);
    const seen = async (text: string) => {
      for (const { page } of [phone, screen]) {
        await page.locator('.reader, .frame:not(.leaving)').getByText(text).first().waitFor();
        await waitForAnimations(page);
      }
    };
    await seen('For God so loved');
    world.audience.become(presentingState(SLIDES.title));
    await seen('The Prodigal Son');
    world.audience.become(presentingState(SLIDES.text));
    await seen('everybody is welcome');
    world.audience.become({ showing: false, slide: null });
    for (const { page } of [phone, screen]) {
      await page.getByText('everybody is welcome').first().waitFor({ state: 'detached' });
    }
    world.audience.become({ ...viewerStateWith(JOHN_3), version: '9' });
    await seen('For God so loved');
    await closeWithoutErrors(phone, screen);
  });

  test('[D26] when an image fails to load, then it is requested again until it loads', async () => {
    for (const view of ['screen', 'reader']) {
      const watched = await openNewWith(viewerStateWith(JOHN_3), `view=${view}`);
      const { page } = watched;
      await page.clock.install();
      let asked = 0;
      await page.route(`**${PICTURE.url}`, (route) =>
        ++asked < 3 ? route.abort('connectionreset') : route.continue(),
      );
      world.audience.become(presentingState(SLIDES.image));
      await page.locator('.picture').waitFor({ state: 'attached' });
      await eventuallyShows(1, async () => {
        await page.clock.fastForward(3_000);
        return page.locator('.picture:not(.away)').count();
      });
      assert.equal(asked, 3);
      watched.forgive();
      await closeWithoutErrors(watched);
    }
  });

  test('when a page opened before an update needs a part that no longer exists, then it keeps its text and reloads once', async () => {
    const watched = await openNewWith(viewerStateWith(JOHN_3), 'view=screen');
    const { page } = watched;
    world.audience.missing.add('slides');
    let loads = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return;
      loads++;
      world.audience.missing.clear();
    });
    const root = page.locator(':root');
    await root.evaluate((element) => {
      const { defaultView } = element.ownerDocument;
      defaultView.addEventListener('pagehide', () =>
        defaultView.sessionStorage.setItem('last-shown', element.innerText),
      );
    });
    world.audience.become(presentingState(SLIDES.title));
    await page.getByText('The Prodigal Son').waitFor();
    assert.equal(loads, 1);
    const lastShown = await root.evaluate(({ ownerDocument }) =>
      ownerDocument.defaultView.sessionStorage.getItem('last-shown'),
    );
    assert.match(lastShown!, /For God so loved the world/);
    watched.forgive();
    await closeWithoutErrors(watched);
  });
});
