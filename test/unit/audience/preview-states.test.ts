import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_VIEWER_SETTINGS } from '../../../src/contract/default-design.ts';
import { isPreviewDraw } from '../../../src/contract/preview.ts';
import {
  type PreviewPassage,
  toPassageState,
  toPreviewSlide,
  toSlideState,
} from '../../../web/preview/preview-states.ts';
import { toDisplayPages } from '../../../web/shared/display-pages.ts';
import { DESIGN, GERMAN, LOGO, LONGEST } from '../../support/requests/viewer-samples.ts';

const LOOK = { settings: DEFAULT_VIEWER_SETTINGS, name: 'Grace Chapel', logo: null, design: null, looks: null };
const edition = (slug: string, language: 'en' | 'de'): PreviewPassage['edition'] => ({
  slug,
  name: slug.toUpperCase(),
  language,
  rights: { edition: slug, rights_status: 'Public domain', source_url: '', attribution: `${slug}, public domain` },
});
const verse = (number: number, text: string) => ({ book_id: 17, book: 'Esther', chapter: 8, verse: number, text });
const ENGLISH = { edition: edition('kjv', 'en'), verses: [verse(8, 'Write ye also'), verse(9, LONGEST.text)] };
const TWO = [ENGLISH, { edition: edition('lut', 'de'), verses: [verse(8, 'So schreibt nun'), verse(9, GERMAN.text)] }];

test('[D53] when verses are in two editions, then each line has both, and all lines are one page', () => {
  const state = toPassageState(TWO, LOOK);
  const { page, next } = toDisplayPages(state);
  assert.deepEqual(
    page!.lines.map(({ translations }) => translations.map(([item]) => `${item!.edition} ${item!.verse}`)),
    [
      ['kjv 8', 'lut 8'],
      ['kjv 9', 'lut 9'],
    ],
  );
  assert.equal(next, null);
  assert.deepEqual([state.type, state.focus, page!.parts], ['scripture', state.items[0]!.id, 1]);
});

test('[D54] when one verse is longer than a page, then the preview divides it as a Live does', () => {
  const verses = [ENGLISH.verses[1]!];
  const { page } = toDisplayPages(toPassageState([{ ...ENGLISH, verses }], LOOK));
  assert.ok(page!.parts > 1);
  const whole = toPassageState([{ ...ENGLISH, verses }], LOOK, { lines: 1, page_characters: 2_000 });
  assert.equal(toDisplayPages(whole).page!.parts, 1);
});

test('when editions have different numbers of verses, then no verse is lost; without any, nothing is shown', () => {
  const state = toPassageState([{ ...ENGLISH, verses: [ENGLISH.verses[0]!] }, TWO[1]!], LOOK);
  assert.deepEqual(
    state.items.map((item) => `${item.edition} ${item.verse}`),
    ['kjv 8', 'lut 8', 'lut 9'],
  );
  const empty = toPassageState([], LOOK);
  assert.deepEqual([empty.type, empty.focus, empty.items], ['empty', null, []]);
});

test('[D44] when the design shows the logo, then it is the logo, or the name without one; else neither', () => {
  const design = { ...DESIGN, showLogo: true };
  const house = (look: object) => toPassageState([], { ...LOOK, ...look }).house;
  assert.deepEqual(house({ design }), { name: 'Grace Chapel', logo: null, design });
  assert.deepEqual(house({ design, logo: LOGO }), { name: null, logo: LOGO, design });
  assert.deepEqual(house({ logo: LOGO }), { name: null, logo: null, design: null });
});

test('[D26] when the layout changes, then fields that it does not show are not drawn, and the draft keeps them', () => {
  const slide = { id: 's', layout: 'blank', title: 'Kept', text: 'Kept', reference: null, image: null } as const;
  const blank = { id: 's', layout: 'blank', title: null, text: null, passage: null, image: null };
  assert.deepEqual(toPreviewSlide(slide), blank);
  const next = toPreviewSlide({ ...slide, layout: 'text' });
  const state = toSlideState(toPreviewSlide({ ...slide, layout: 'title' }), LOOK, next);
  assert.deepEqual([state.type, state.slide!.title, state.stage!.next_slide!.text], ['presentation', 'Kept', 'Kept']);
});

test('when the passage of a scripture slide is not known yet, then the slide has no verses', () => {
  const reference = { book_id: 17, chapter: 8, verse: 9 };
  const slide = { id: 's', layout: 'scripture', title: null, text: null, reference, image: null } as const;
  assert.equal(toPreviewSlide(slide).passage, null);
  const { passage } = toPreviewSlide(slide, { passage: { ...ENGLISH, verses: [ENGLISH.verses[1]!] } });
  assert.deepEqual([passage!.reference, passage!.verses.length], ['Esther 8:9', 1]);
});

test('when a message is not a state to draw, then a preview ignores it', () => {
  const draw = { type: 'draw', draw: 1, state: {}, overrides: {} };
  assert.ok(isPreviewDraw(draw));
  for (const other of [null, undefined, 'draw', 1, [], {}, { ...draw, type: 'painted' }, { ...draw, draw: '1' }])
    assert.ok(!isPreviewDraw(other), JSON.stringify(other));
  for (const name of ['state', 'overrides']) assert.ok(!isPreviewDraw({ ...draw, [name]: null }), name);
});
