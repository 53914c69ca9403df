import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_STUDIO_SETTINGS } from '../../../src/contract/default-design.ts';
import { DEFAULT_LOOKS } from '../../../src/contract/looks.ts';
import type { Look } from '../../../src/contract/schemas/design.ts';
import { toViewerBranding } from '../../../src/contract/viewer-content.ts';
import { toPreviewSlide, toSlideState } from '../../../web/preview/preview-states.ts';
import { DESIGN } from '../../support/requests/viewer-samples.ts';

const brandingWith = (look: Partial<Look>, design: typeof DESIGN | null = DESIGN) =>
  toViewerBranding({ name: null, logo: null, design, look: { ...DEFAULT_LOOKS.verse, ...look } });

test('[D76] when a look sets nothing, then viewers get the design', () => {
  assert.equal(brandingWith({}).design, DESIGN);
  assert.deepEqual(brandingWith({}, null), { name: null, logo: null, design: null });
});

test('[D76] when a look sets fields, then viewers get them with the rest of the design', () => {
  const { text, reference, translation } = DESIGN.elements;
  const own = { font: 'mono', size: 50, bold: true } as const;
  const aligned = { align: 'right' } as const;
  assert.deepEqual(brandingWith({ ...own, ...aligned }).design, {
    ...DESIGN,
    elements: {
      text: { ...text, ...own, ...aligned },
      reference: { ...reference, ...aligned },
      translation: { ...translation, ...aligned },
    },
  });
  const { elements } = DEFAULT_STUDIO_SETTINGS;
  const design = { ...DEFAULT_STUDIO_SETTINGS, elements: { ...elements, text: { ...elements.text, bold: false } } };
  assert.deepEqual(brandingWith({ bold: false }, null).design, design, 'false is set, null is not');
});

test('[D76] when a look sets only an image, then viewers get it with the design', () => {
  const { design, image } = brandingWith({ background_image: 'abc' });
  assert.deepEqual([design, image], [DESIGN, '/media/abc']);
});

test('[D76] when a draft of a song is previewed, then it has the look of songs', () => {
  const looks = { ...DEFAULT_LOOKS, song: { ...DEFAULT_LOOKS.song, background_image: 'abc' } };
  const settings = { theme: 'dark', scale: 0, presentation: false } as const;
  const imageOf = (sung: boolean) => {
    const draft = {
      id: 's',
      layout: 'text',
      title: null,
      text: 'Amazing grace',
      reference: null,
      image: null,
    } as const;
    return toSlideState(toPreviewSlide(draft, { sung }), { settings, name: null, logo: null, design: null, looks })
      .house.image;
  };
  assert.deepEqual([imageOf(true), imageOf(false)], ['/media/abc', undefined]);
});
