import { SLIDE_LAYOUT_FIELDS } from '../../src/contract/slide-fields.ts';
import { toCode, toDocument, toTable } from './markdown.ts';

const INTRODUCTION = `# Slides

Written by \`node bin/write-reference.ts\`; a test holds it against the code.

A slide has a layout, and four fields for its content: \`title\`, \`text\`, \`reference\` and \`image\`. A layout shows some of them. A deck
that has a field which the layout of its slide does not show is refused with \`invalid_fields\`, and the error points at the field. What a
snapshot holds beyond that, because it was published before such fields were refused, is not sent to the audience.`;

const BLANK = 'The layout `blank` shows nothing.';

/** docs/reference/slides.md, made of the table of layouts. */
export const toSlidesDocument = (): string =>
  toDocument([
    INTRODUCTION,
    toTable(
      ['layout', 'field', 'what is shown'],
      Object.entries(SLIDE_LAYOUT_FIELDS).flatMap(([layout, fields]) =>
        Object.entries(fields).map(([field, shown]) => [toCode(layout), toCode(field), shown]),
      ),
    ),
    BLANK,
  ]);
