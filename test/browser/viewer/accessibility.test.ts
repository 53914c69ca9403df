import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closeWithoutErrors } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { FIRST_VERSE, openNewWith, showWith, VIEW_SIZES, withDesign } from '../../support/browser/viewer-pages.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { JOHN_3, presentingState, SLIDES, viewerStateWith } from '../../support/requests/viewer-samples.ts';

describe('accessibility with axe-core', () => {
  for (const theme of ['dark', 'light'] as const) {
    test(`when designs and slides are shown, then it finds no violation (${theme})`, async () => {
      const settings = { theme, scale: 0, presentation: false } as const;
      const bare = viewerStateWith(JOHN_3, { settings });
      // Each slide in each theme, on a screen in one of them and in the reader in the other.
      const slides = Object.entries(SLIDES).map(([layout, slide]) => [layout, presentingState(slide)] as const);
      const isInTurn = (view: string, index: number) =>
        (index % 2 === 0) === ((view === 'screen') === (theme === 'dark'));
      const found: string[] = [];
      for (const [view, size] of Object.entries(VIEW_SIZES)) {
        const states = [
          ['verses', withDesign()] as const,
          ...(view === 'screen' || view === 'reader' ? slides.filter((_, index) => isInTurn(view, index)) : []),
          ...(view === 'screen' ? [['slide', { ...withDesign(), ...presentingState(SLIDES.text) }] as const] : []),
        ];
        for (const [name, more] of states) {
          // Reduced motion, so that colors have their final value at once.
          const options = { ...size, reducedMotion: 'reduce' } as const;
          const watched = await showWith({ ...bare, ...more }, `view=${view}`, options);
          found.push(...(await listViolations(watched.page)).map((violation) => `${view} ${name}: ${violation}`));
          await closeWithoutErrors(watched);
        }
      }
      assert.deepEqual(found, []);
    });
  }

  test('when a text has letters that the default fonts lack, then their font is fetched, and only then', async () => {
    /** Text, and the first code point of the only font that it needs. */
    const texts: Record<string, [text: string, beginning: number | null]> = {
      english: ['In the beginning God created the heaven and the earth.', null],
      hebrew: ['בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ׃', 0x590],
      arabic: ['فِي الْبَدْءِ خَلَقَ اللهُ السَّمَاوَاتِ وَالأَرْضَ', 0x600],
    };
    for (const [name, [text, beginning]] of Object.entries(texts)) {
      const watched = await openNewWith(viewerStateWith([{ ...FIRST_VERSE, text }]), 'view=screen');
      const fetched = await watched.page.locator(':root').evaluate(async ({ ownerDocument: { fonts } }) => {
        await fonts.ready;
        const others = [...fonts].filter(({ family, status }) => status === 'loaded' && /^"?Noto"?$/.test(family));
        return others.map(({ unicodeRange }) => Number.parseInt(unicodeRange.slice(2), 16));
      });
      assert.deepEqual(fetched, beginning === null ? [] : [beginning], name);
      await keepPicture(watched.page, `letters-${name}`);
      await watched.close();
    }
  });
});
