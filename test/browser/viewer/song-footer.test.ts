import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, LAPTOP_SIZE, PHONE_SIZE, SCREEN_SIZE } from '../../support/audience-pages.ts';
import {
  boxesOf,
  boxesOverlap,
  eventuallyShows,
  hall,
  showWith,
  styleOf,
  withDesign,
} from '../../support/viewer-pages.ts';
import { presentingState, SLIDES, viewerStateWith } from '../../support/viewer-samples.ts';
import { keepPicture } from '../../support/watched-page.ts';

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
/** Views that show the footer, with sizes. The stage is for the speaker, and has no rights at all. */
const SHOWN_IN = [
  ['screen', SCREEN_SIZE],
  ['screen', PORTRAIT],
  ['lower-third', SCREEN_SIZE],
  ['reader', PHONE_SIZE],
  ['reader', LAPTOP_SIZE],
] as const;

describe('[D70] the footer of a song', () => {
  const withFooter = (slide: ViewerSlide, attribution: string) =>
    viewerStateWith([], presentingState({ ...slide, attribution }));

  for (const [view, size] of SHOWN_IN) {
    const { width, height } = size.viewport;
    test(`when a slide is shown in ${view}, ${width}×${height}, then the footer is complete, legible, and overlaps nothing`, async () => {
      for (const [kind, slide] of Object.entries(SONG)) {
        if (view === 'lower-third' && (kind === 'image' || kind === 'many')) continue;
        for (const attribution of [SHORT, LONG]) {
          for (const branding of view === 'reader' ? [{}] : [{}, withDesign()]) {
            const watched = await showWith({ ...withFooter(slide, attribution), ...branding }, `view=${view}`, size);
            const { page } = watched;
            const name = `song-${kind}-${view}-${width}-${attribution.length}${'house' in branding ? '-designed' : ''}`;
            await keepPicture(page, name);
            const footers = await page
              .locator('.frame:not(.leaving) .attribution, .reader .attribution')
              .allInnerTexts();
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
        }
      }
    });
  }

  test('when a slide has a footer, then the speaker does not see it', async () => {
    const watched = await showWith(withFooter(TEXT, SHORT), 'view=stage', SCREEN_SIZE);
    assert.ok(!(await watched.page.locator('#viewer').innerText()).includes('John Newton'));
    await closeWithoutErrors(watched);
  });

  test('when the next slide has a longer footer, then its text is fitted again', async () => {
    const watched = await showWith(withFooter(SONG.many!, 'Short'), 'view=screen', SCREEN_SIZE);
    hall.audience.become(presentingState({ ...SONG.many!, attribution: LONG }));
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
