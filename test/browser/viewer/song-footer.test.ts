import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, LAPTOP_SIZE, PHONE_SIZE, SCREEN_SIZE } from '../../support/browser/audience-pages.ts';
import {
  boxesOf,
  boxesOverlap,
  eventuallyShows,
  showWith,
  styleOf,
  withDesign,
  world,
} from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { presentingState, SLIDES, viewerStateWith } from '../../support/requests/viewer-samples.ts';

const PORTRAIT = { viewport: { width: 1080, height: 1920 } };
const SHORT = 'Amazing Grace · John Newton · Public domain · CCLI Song #22025';
const LONG = [
  'Our Father Everlasting, Our God and King',
  'Ana Example, Johannes Beispiel, Maria Exemplo, James Sample, Ruth Muster and Samuel Modelo',
  '© 2014 Example Publishing, Sample Songs (Admin. by Example Music Services), Worship Sample Ltd (Admin. by Sample Brothers)',
  'CCLI Song #7017790',
  'Used by permission. CCLI License No. 123456',
].join(' · ');
const VERSE =
  'Amazing grace! how sweet the sound,\nThat saved a wretch like me!\nI once was lost, but now am found,\nWas blind, but now I see.';
const TEXT = { ...SLIDES.text, title: 'Verse 1', text: VERSE };
const SONG: Record<string, ViewerSlide> = {
  title: { ...SLIDES.title, title: 'Amazing Grace', text: null },
  text: TEXT,
  scripture: SLIDES.scripture,
  image: SLIDES.image,
  many: { ...TEXT, id: 'many', text: Array(6).fill(VERSE).join('\n\n') },
};
/**
 * Pairs of kind, view and size, short or long footer, and design. The long footer is harder, and comes more often. The
 * stage is for the speaker, and has no rights at all.
 */
const SHOWN = [
  ['title', 'screen', SCREEN_SIZE, LONG, withDesign()],
  ['text', 'screen', SCREEN_SIZE, SHORT, {}],
  ['scripture', 'screen', SCREEN_SIZE, LONG, {}],
  ['image', 'screen', SCREEN_SIZE, LONG, withDesign()],
  ['many', 'screen', SCREEN_SIZE, LONG, withDesign()],
  ['title', 'screen', PORTRAIT, SHORT, {}],
  ['text', 'screen', PORTRAIT, LONG, withDesign()],
  ['scripture', 'screen', PORTRAIT, LONG, withDesign()],
  ['image', 'screen', PORTRAIT, SHORT, {}],
  ['many', 'screen', PORTRAIT, LONG, {}],
  ['title', 'lower-third', SCREEN_SIZE, LONG, {}],
  ['text', 'lower-third', SCREEN_SIZE, LONG, withDesign()],
  ['scripture', 'lower-third', SCREEN_SIZE, SHORT, withDesign()],
  ['text', 'reader', PHONE_SIZE, LONG, {}],
  ['scripture', 'reader', PHONE_SIZE, SHORT, {}],
  ['image', 'reader', PHONE_SIZE, LONG, {}],
  ['title', 'reader', LAPTOP_SIZE, SHORT, {}],
  ['many', 'reader', LAPTOP_SIZE, LONG, {}],
] as const;

describe('[D70] the footer of a song', () => {
  const withFooter = (slide: ViewerSlide, attribution: string) =>
    viewerStateWith([], presentingState({ ...slide, attribution }));

  test('when a slide is shown, then the footer is complete, legible, and overlaps nothing', async () => {
    for (const [kind, view, size, attribution, branding] of SHOWN) {
      const { width, height } = size.viewport;
      const watched = await showWith({ ...withFooter(SONG[kind]!, attribution), ...branding }, `view=${view}`, size);
      const { page } = watched;
      const name = `song-${kind}-${view}-${width}-${attribution.length}`;
      await keepPicture(page, name);
      const footers = await page.locator('.frame:not(.leaving) .attribution, .reader .attribution').allInnerTexts();
      assert.ok(footers.join('\n').includes(attribution), `${name}: ${footers.join('\n')}`);
      const [box] = await boxesOf(page, '.attribution');
      assert.ok(box!.left >= 0 && box!.right <= width, name);
      if (view !== 'reader') assert.ok(box!.top >= 0 && box!.bottom <= height, `${name}: ${box!.bottom}`);
      for (const part of ['.body', '.picture', '.heading', '.subtitle', '.reference', '.logo', '.slide p']) {
        for (const other of await boxesOf(page, part)) {
          assert.ok(!boxesOverlap(box!, other), `${name}: ${part} ${JSON.stringify([box, other])}`);
          if (view !== 'reader') assert.ok(other.top >= -1 && other.bottom <= height + 1, `${name}: ${part}`);
        }
      }
      const letters = Number.parseFloat(await styleOf(page, '.attribution', 'font-size'));
      assert.ok(letters >= (view === 'reader' ? 12 : height / 60), `${name}: ${letters} px`);
      await closeWithoutErrors(watched);
    }
  });

  test('when a slide has a footer, then the speaker does not see it', async () => {
    const watched = await showWith(withFooter(TEXT, SHORT), 'view=stage', SCREEN_SIZE);
    assert.ok(!(await watched.page.locator('#viewer').innerText()).includes('John Newton'));
    await closeWithoutErrors(watched);
  });

  test('when the next slide has a longer footer, then its text is fitted again', async () => {
    const watched = await showWith(withFooter(SONG.many!, 'Short'), 'view=screen', SCREEN_SIZE);
    world.audience.become(presentingState({ ...SONG.many!, attribution: LONG }));
    const { page } = watched;
    await eventuallyShows(true, async () =>
      (await page.locator('.attribution').last().innerText()).includes('Ruth Muster'),
    );
    const [body] = await boxesOf(page, '.frame:not(.leaving) .body');
    const [footer] = await boxesOf(page, '.frame:not(.leaving) .attribution');
    assert.ok(body!.bottom <= footer!.top, `${body!.bottom} ${footer!.top}`);
    await closeWithoutErrors(watched);
  });
});
