import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_STUDIO_SETTINGS } from '../../../src/contract/default-design.ts';
import { DEFAULT_LOOKS } from '../../../src/contract/looks.ts';
import type { Look } from '../../../src/contract/schemas/design.ts';
import { toViewerBranding } from '../../../src/contract/viewer-content.ts';
import { findLookKind } from '../../../web/viewer/appearance/look.ts';
import { DESIGN, JOHN_3, presentingState, SLIDES, viewerStateWith } from '../../support/requests/viewer-samples.ts';

const looksOf = (song: Partial<Look>, design: typeof DESIGN | null = DESIGN) =>
  toViewerBranding({
    name: null,
    logo: null,
    design,
    looks: { ...DEFAULT_LOOKS, song: { ...DEFAULT_LOOKS.song, ...song } },
  }).looks;

test('[D76] when a look sets nothing, then viewers do not get it', () => {
  assert.equal(looksOf({}), undefined);
  assert.equal(toViewerBranding({ name: null, logo: null, design: null, looks: null }).looks, undefined);
});

test('[D76] when a look sets fields, then its design has them, and the rest of the design', () => {
  const { text, reference, translation } = DESIGN.elements;
  const own = { font: 'mono', size: 50, bold: true } as const;
  const aligned = { align: 'right' } as const;
  assert.deepEqual(looksOf({ ...own, ...aligned }), {
    song: {
      design: {
        ...DESIGN,
        elements: {
          text: { ...text, ...own, ...aligned },
          reference: { ...reference, ...aligned },
          translation: { ...translation, ...aligned },
        },
      },
    },
  });
  const { elements } = DEFAULT_STUDIO_SETTINGS;
  const design = { ...DEFAULT_STUDIO_SETTINGS, elements: { ...elements, text: { ...elements.text, bold: false } } };
  assert.deepEqual(looksOf({ bold: false }, null), { song: { design } }, 'false is set, null is not');
});

test('[D76] when a look sets only an image, then it has the design', () => {
  assert.deepEqual(looksOf({ background_image: 'abc' }), { song: { image: '/media/abc' } });
});

test('[D76] when something is shown, then it is a verse, a song or an announcement; otherwise nothing', () => {
  const kindOf = (...[items, more]: Parameters<typeof viewerStateWith>) => findLookKind(viewerStateWith(items, more));
  assert.equal(kindOf(JOHN_3), 'verse');
  assert.equal(kindOf([], presentingState(SLIDES.scripture)), 'announcement');
  assert.equal(kindOf([], presentingState({ ...SLIDES.blank, sung: true })), 'song');
  assert.equal(kindOf(JOHN_3, { showing: false }), null);
  assert.equal(kindOf([]), null);
});
