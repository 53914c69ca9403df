import { Type } from 'typebox';
import { PAGE_MAX_LINES, PAGE_NUMBER_MAX, PAGES_DEFAULT, PAGES_MAX } from '../limits.ts';
import { LIVE_MODES, LIVE_STATUSES } from './live.ts';
import { Enum, Nullable } from './shapes.ts';
import { Stage } from './stage.ts';

const count = Type.Integer({ minimum: 0 });
const revision = Type.String({
  description: 'Opaque. It changes with the items, lines and paging of the queue alone.',
});
const itemId = Type.String({ description: 'The first item of the first line of the page.' });
const pagePlace = {
  lines: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LINES }),
  part: Type.Integer({ minimum: 0, description: 'Zero-based; 0 unless the line is split.' }),
  parts: Type.Integer({ minimum: 1 }),
};
const neighbour = { reference: Type.String(), text: Type.String({ description: 'In the first translation.' }) };

const now = {
  live_id: Type.String(),
  organization_id: Type.Optional(Type.String()),
  account_id: Type.Optional(Type.String()),
  name: Type.String(),
  status: Enum(LIVE_STATUSES),
  mode: Enum(LIVE_MODES),
  paused: Type.Boolean(),
  showing: Type.Boolean(),
  protected: Type.Boolean(),
  sequence: count,
  etag: Type.String({ description: 'The value for If-Match.' }),
  translations: Type.Array(Type.String()),
  queue: Type.Object({
    revision,
    items: count,
    lines: count,
    pages: count,
    page: Nullable(count, {
      description: 'Zero-based: the page of the queue that has the focus. Null without a focus.',
    }),
  }),
  focus: Nullable(
    Type.Object({
      item_id: itemId,
      position: count,
      ...pagePlace,
      reference: Type.String(),
      texts: Type.Array(
        Type.Object({
          translation: Type.String(),
          language: Type.String(),
          text: Type.String(),
          attribution: Type.String(),
        }),
      ),
    }),
    { description: 'The page that is shown; null in presentation mode.' },
  ),
  previous: Nullable(Type.Object({ item_id: itemId, ...neighbour })),
  next: Nullable(Type.Object({ item_id: Nullable(Type.String()), ...neighbour, queued: Type.Boolean() }), {
    description: 'The next page; after the last page of the queue the next page of the book, which is not queued.',
  }),
  slide: Nullable(
    Type.Object({
      snapshot_id: Type.String(),
      slide_id: Type.String(),
      deck: Type.String({ description: 'Its title.' }),
      index: Type.Integer({ minimum: 0, description: 'Zero-based.' }),
      count,
      title: Nullable(Type.String()),
      text: Nullable(Type.String()),
      next_title: Nullable(Type.String()),
    }),
  ),
  returns: Type.Boolean({ description: 'Whether something is remembered that `return` shows again.' }),
  stage: Nullable(Stage),
  plan: Nullable(
    Type.Object({
      plan_id: Type.String(),
      name: Type.String(),
      entry_id: Nullable(Type.String(), {
        description: 'Shown last. Null where none was, or where the plan has it no longer.',
      }),
      index: Nullable(count, {
        description:
          'Zero-based: of the entry; without `entry_id` where it was, before the entry that has this index now. Null before the first.',
      }),
      entries: Type.Integer({ minimum: 0, description: 'How many the plan has.' }),
    }),
    { description: 'The plan that the Live has.' },
  ),
  changed: Nullable(
    Type.Object({
      at: Type.String({ format: 'date-time' }),
      by: Nullable(Type.String({ description: 'The name of a person or token.' })),
      operation: Type.String(),
    }),
    { description: 'The last change.' },
  ),
};

/** [D55] Either the organization or the account is named. */
export const Now = Type.Object(now);

/** [D55] */
export const PagesQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: PAGE_NUMBER_MAX,
      default: 0,
      description: 'The number of the first page, from 0.',
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
      page: Type.Integer({ minimum: 0, description: 'Zero-based.' }),
      item_id: itemId,
      item_ids: Type.Array(Type.String()),
      position: Type.Integer({ minimum: 0, description: 'Of that item in the queue.' }),
      run: Type.String({ description: 'Pages of the same run belong together.' }),
      ...pagePlace,
      reference: Type.String(),
      translations: Type.Array(Type.String()),
      text: Type.String({ description: 'The beginning, in the first translation.' }),
    }),
  ),
});
