import { Type } from 'typebox';
import { NOW_SLIDE_TEXT_MAX_BYTES, PAGE_MAX_LINES, PAGE_NUMBER_MAX, PAGES_DEFAULT, PAGES_MAX } from '../limits.ts';
import { LiveMode, LiveStatus } from './live.ts';
import { passageNumbers } from './search.ts';
import { Enum, Nullable } from './shapes.ts';
import { Stage } from './stage.ts';
import { LanguageTag } from './translation.ts';

const count = Type.Integer({ minimum: 0 });
const revision = Type.String({
  description: 'Opaque value that changes only with the items, lines or paging of the queue.',
});
const itemId = Type.String({ description: 'First item of the first line of the page.' });
const pagePosition = {
  lines: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LINES, description: 'Number of lines of the page.' }),
  part: Type.Integer({ minimum: 0, description: 'Zero-based part of a split line, else 0.' }),
  parts: Type.Integer({ minimum: 1, description: 'Number of parts of a split line, else 1.' }),
};
const neighbor = { reference: Type.String(), text: Type.String({ description: 'Text in the first translation.' }) };

const now = {
  live_id: Type.String(),
  organization_id: Type.Optional(Type.String({ description: 'Set for a Live of an organization.' })),
  account_id: Type.Optional(Type.String({ description: 'Set for a Live of an account.' })),
  name: Type.String(),
  status: LiveStatus,
  mode: LiveMode,
  paused: Type.Boolean({ description: 'Whether an operator has hidden the content.' }),
  showing: Type.Boolean({ description: 'Whether the audience sees the content.' }),
  protected: Type.Boolean({ description: 'Whether viewers need the audience secret.' }),
  sequence: count,
  etag: Type.String({ description: 'Value for `If-Match`.' }),
  translations: Type.Array(Type.String(), { description: 'Slugs of the translations in the settings.' }),
  queue: Type.Object({
    revision,
    items: count,
    lines: count,
    pages: count,
    page: Nullable(count, {
      description: 'Zero-based number of the focused page. Null without a focus.',
    }),
  }),
  focus: Nullable(
    Type.Object({
      item_id: itemId,
      position: Type.Integer({ minimum: 0, description: 'Zero-based position of this item in the queue.' }),
      ...pagePosition,
      reference: Type.String(),
      passages: Type.Array(Type.Object(passageNumbers), {
        description: 'The verses of the page in the numbers of its first translation.',
      }),
      texts: Type.Array(
        Type.Object({
          translation: Type.String(),
          language: Type.String(),
          language_tag: LanguageTag,
          text: Type.String(),
          attribution: Type.String(),
        }),
      ),
    }),
    { description: 'The focused page. Null in presentation mode, and if the queue is empty.' },
  ),
  previous: Nullable(
    Type.Object({ item_id: itemId, ...neighbor, queued: Type.Boolean({ description: 'Always true.' }) }),
    { description: 'The previous page of the queue.' },
  ),
  next: Nullable(
    Type.Object({
      item_id: Nullable(Type.String()),
      ...neighbor,
      queued: Type.Boolean({ description: 'False for a page of the book that is not queued yet.' }),
    }),
    { description: 'The next page of the queue. After the last page, the next page of the book.' },
  ),
  slide: Nullable(
    Type.Object({
      snapshot_id: Type.String(),
      slide_id: Type.String(),
      deck: Type.String({ description: 'Title of the deck.' }),
      index: Type.Integer({ minimum: 0, description: 'Zero-based index of the slide.' }),
      count: Type.Integer({ minimum: 0, description: 'Number of slides.' }),
      title: Nullable(Type.String()),
      text: Nullable(Type.String()),
      texts: Type.Array(Type.Object({ language_tag: LanguageTag, text: Type.String() }), {
        description: `The text in each of its languages, at most ${NOW_SLIDE_TEXT_MAX_BYTES} bytes each.`,
      }),
      next_title: Nullable(Type.String(), { description: 'Title of the next slide.' }),
      attribution: Nullable(Type.String(), {
        description: 'Footer of the deck as it is shown to the audience. Null without one.',
      }),
      countdown_to: Nullable(Type.String({ format: 'date-time' }), {
        description: 'Time at which the countdown of the slide ends. Null without one, and until it has begun.',
      }),
    }),
  ),
  returns: Type.Boolean({ description: 'Whether there is interrupted content that `return` can show again.' }),
  stage: Nullable(Stage),
  plan: Nullable(
    Type.Object({
      plan_id: Type.String(),
      name: Type.String(),
      entry_id: Nullable(Type.String(), {
        description: 'The entry shown last. Null if no entry was shown, or if it was removed from the plan.',
      }),
      state: Nullable(Enum(['on_air', 'interrupted']), {
        description:
          '`on_air` while the page or slide belongs to what the entry showed, even if it is hidden; otherwise `interrupted`. Null without an entry.',
      }),
      index: Nullable(count, {
        description:
          'Zero-based index of the entry. If it was removed, the index of the entry that follows it now. Null if no entry was shown.',
      }),
      entries: Type.Integer({ minimum: 0, description: 'Number of entries of the plan.' }),
    }),
    { description: 'The attached plan.' },
  ),
  changed: Nullable(
    Type.Object({
      at: Type.String({ format: 'date-time' }),
      by: Nullable(Type.String(), { description: 'Name of the user or token.' }),
      operation: Type.String({ description: 'Id of the operation.' }),
    }),
    { description: 'The last change.' },
  ),
  undo: Nullable(
    Type.Object({
      at: Type.String({ format: 'date-time' }),
      by: Nullable(Type.String(), { description: 'Name of the user or token, as in `changed`.' }),
      operation: Type.String({ description: 'Id of the operation.' }),
      reference: Nullable(Type.String(), {
        description: 'The verses or the deck that the change concerns. Null if it concerns none.',
      }),
    }),
    { description: 'The change that an undo would revert. Of consecutive steps, the last one.' },
  ),
};

/** [D55] Has either `organization_id` or `account_id`. */
export const Now = Type.Object(now);

/** [D55] */
export const PagesQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: PAGE_NUMBER_MAX,
      default: 0,
      description: 'Zero-based number of the first page.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGES_MAX, default: PAGES_DEFAULT })),
});

/** [D55] */
export const Pages = Type.Object({
  live_id: Type.String(),
  revision,
  total: count,
  data: Type.Array(
    Type.Object({
      page: Type.Integer({ minimum: 0, description: 'Zero-based number of the page.' }),
      item_id: itemId,
      item_ids: Type.Array(Type.String(), { description: 'All items of the page.' }),
      position: Type.Integer({ minimum: 0, description: 'Zero-based position of `item_id` in the queue.' }),
      run: Type.String({ description: 'Id of the run. Consecutive pages of a run belong together.' }),
      ...pagePosition,
      reference: Type.String(),
      translations: Type.Array(Type.String()),
      language_tag: LanguageTag,
      text: Type.String({ description: 'Beginning of the text in the first translation.' }),
    }),
  ),
});
