import { keepChords } from '../../contract/keep-chords.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Slide, SlideInput, SlideReference } from '../../contract/schemas/presentation.ts';
import { layoutsOf, SLIDE_FIELDS, showsField } from '../../contract/slide-fields.ts';
import { PRINTABLE_PATTERN } from '../../contract/text-patterns.ts';
import { parseTime } from '../clock.ts';
import { newId } from '../identifiers.ts';

import { parseLanguageTag } from './song-details.ts';

const PRINTABLE = new RegExp(PRINTABLE_PATTERN, 'u');

/**
 * Validates the slides of a deck and gives each an id. A countdown that omits both `until` and `seconds` keeps those of
 * its slide in `before`. So does a text that omits `translations` or `chords`. Throws `invalid_fields`. [D26], [D76],
 * [D77]
 */
export function parseSlides(inputs: readonly SlideInput[], before: readonly Slide[]): Slide[] {
  const ids = new Set<string>();
  const known = new Map(before.map((slide) => [slide.id, slide]));
  return inputs.map((input, index) => {
    const refuse = (field: string, message: string): never => {
      throw new LecternError('invalid_fields', undefined, {
        errors: [{ pointer: `/slides/${index}/${field}`, message }],
      });
    };
    const { id = newId(), layout, title = null, text = null, reference = null, image = null } = input;
    if (ids.has(id)) refuse('id', 'is the id of another slide');
    ids.add(id);
    const omits = input.until === undefined && input.seconds === undefined;
    const { until = null, seconds = null } = (layout === 'countdown' && omits && known.get(id)) || input;
    const { translations, chords } = input;
    const fields = { title, text, reference, image, until, seconds, translations, chords };
    for (const field of SLIDE_FIELDS) {
      // Empty texts are treated as absent.
      const value = fields[field];
      const isEmpty = Array.isArray(value) ? value.length === 0 : !value;
      if (!isEmpty && !showsField(layout, field)) {
        refuse(field, `is not shown by the layout ${layout}, only by ${layoutsOf(field).join(', ')}`);
      }
    }
    for (const [field, value] of Object.entries({ title, text })) {
      if (value !== null && !PRINTABLE.test(value)) {
        refuse(field, 'must be text without control characters');
      }
    }
    if (reference) {
      const wrong = findProblem(reference);
      if (wrong) refuse(`reference/${wrong.field}`, wrong.message);
    }
    if (layout === 'text') {
      return { id, layout, title, text, reference, image, ...readSongFields(input, known.get(id), refuse) };
    }
    if (layout !== 'countdown') return { id, layout, title, text, reference, image };
    if ((until === null) === (seconds === null)) refuse('until', 'must be set if seconds is not, and only then');
    const end = until && (parseTime(until) ?? refuse('until', 'must be a time of the years 0000 to 9999 in UTC'));
    return { id, layout, title, text, reference, image, until: end, seconds };
  });
}

/** Returns the texts in other languages and the chords of a slide, each without an empty list. [D77] */
function readSongFields(
  { text, ...input }: SlideInput,
  before: Slide | undefined,
  refuse: (field: string, message: string) => never,
): Pick<Slide, 'translations' | 'chords'> {
  const translations = (input.translations ?? before?.translations ?? []).map((each, index) => {
    if (!PRINTABLE.test(each.text)) refuse(`translations/${index}/text`, 'must be text without control characters');
    return { language_tag: parseLanguageTag(each.language_tag), text: each.text };
  });
  const lines = (text ?? '').split('\n');
  // A place behind the text is its end, and one behind a line is the end of the line.
  const chords = (input.chords ?? (before ? keepChords(before, text ?? '') : [])).map((each) => {
    const line = Math.min(each.line, lines.length - 1);
    return { ...each, line, at: Math.min(each.at, lines[line]!.length) };
  });
  const inOrder = chords.toSorted((one, other) => one.line - other.line || one.at - other.at);
  return {
    ...(translations.length > 0 && { translations }),
    ...(inOrder.length > 0 && { chords: inOrder }),
  };
}

/** Returns the problem of a reference, or null. Whether the verses exist is checked when the deck is published. */
function findProblem({ chapter, verse, end_verse }: SlideReference): { field: string; message: string } | null {
  if (verse !== undefined && chapter === undefined) return { field: 'chapter', message: 'is required with verse' };
  if (end_verse !== undefined && verse === undefined) return { field: 'verse', message: 'is required with end_verse' };
  if (chapter !== undefined && chapter < 1) return { field: 'chapter', message: 'must be at least 1' };
  if (verse !== undefined && verse < 0) return { field: 'verse', message: 'must be at least 0' };
  if (end_verse !== undefined && end_verse < verse!) return { field: 'end_verse', message: 'must not be before verse' };
  return null;
}
