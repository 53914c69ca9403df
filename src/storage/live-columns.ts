import type { PagingSettings } from '../contract/paging/pages.ts';
import type { LiveMode, LiveStatus, ViewerSettings } from '../contract/schemas/live.ts';
import { DEFAULT_VIEWER_SETTINGS } from '../contract/schemas/live.ts';
import { bigint, type ColumnCodec, type ColumnsOf, column, flag, int, json, nullable, real, text } from './columns.ts';
import type {
  JournalState,
  LastChange,
  LiveBackstage,
  LiveRecord,
  QueueItem,
  Remembered,
  ShownSlide,
  StageMessage,
} from './storage.ts';

/** What of a Live a commit can change; the rest is set when it is created. */
export type MutableLiveFields = Omit<LiveRecord, 'id' | 'owner' | 'createdAt'>;

/** Settings that were kept before there was one of them have its default. */
const viewerSettings: ColumnCodec<ViewerSettings, string> = {
  ...json<ViewerSettings>(),
  decode: (kept) => ({ ...DEFAULT_VIEWER_SETTINGS, ...JSON.parse(kept) }),
};

const journal: ColumnCodec<JournalState, string> = {
  postgres: 'text',
  // Nodes of versions before, which may run beside this one for a while, then know of nothing to undo.
  encode: ({ steps, ...mark }) => JSON.stringify({ ...mark, back: steps, undo: 0, depth: 0 }),
  decode: (kept) => toMark(JSON.parse(kept)),
};

/** The columns of a Live that a commit can change. */
export const LIVE_COLUMNS = {
  name: column('name', text()),
  status: column('status', text<LiveStatus>()),
  mode: column('mode', text<LiveMode>()),
  paused: column('paused', flag),
  showing: column('showing', flag),
  sequence: column('sequence', bigint),
  reference: column('reference', nullable(text())),
  translations: column('translations', json<readonly string[]>()),
  viewerSettings: column('viewer_settings', viewerSettings),
  focusItemId: column('focus_item_id', nullable(text())),
  focusLines: column('focus_lines', int),
  focusPart: column('focus_part', int),
  paging: column('paging', json<PagingSettings>()),
  secretHash: column('secret_hash', nullable(text())),
  slide: column('slide', nullable(json<ShownSlide>())),
  remembered: column('remembered', nullable(json<Remembered>())),
  planId: column('plan_id', nullable(text())),
  planEntryId: column('plan_entry_id', nullable(text())),
  journal: column('journal', journal),
  queueRevision: column('queue_revision', bigint),
  changed: column('changed', nullable(json<LastChange>())),
} satisfies ColumnsOf<MutableLiveFields>;

/** The columns of what stands beside the content of a Live, which no commit changes. */
export const BACKSTAGE_COLUMNS = {
  version: column('aside_version', bigint),
  stage: column('stage', nullable(json<StageMessage>())),
} satisfies ColumnsOf<LiveBackstage>;

/** Items in journals that a version without lines wrote have none. */
const ownOr: ColumnCodec<string | null, string | null> = {
  postgres: 'text',
  encode: (id) => id ?? null,
  decode: (kept) => kept,
};

/** The columns of an item of a queue, beside the id of its Live. */
export const ITEM_COLUMNS = {
  id: column('id', text()),
  rank: column('rank', real),
  bookId: column('book_id', int),
  book: column('book', text()),
  chapter: column('chapter', int),
  verse: column('verse', int),
  text: column('text', text()),
  translation: column('translation', text()),
  revisionId: column('revision_id', text()),
  line: column('line', ownOr),
  run: column('run', ownOr),
} satisfies ColumnsOf<QueueItem>;

/** As it is kept: a version that could not do again what was undone reads `steps`. */
interface KeptMark
  extends Omit<JournalState, 'steps' | 'content' | 'left'>,
    Partial<Pick<JournalState, 'content' | 'left'>> {
  readonly back: readonly number[];
}
/** Where a journal stands that such a version wrote last. */
type StepsMark = Pick<JournalState, 'end' | 'slot' | 'steps'>;
/** Where a journal stands that a version with two rings wrote last: of 20 steps, and after them of 200 entries of what was shown. */
interface RingMark {
  readonly end: number;
  readonly undo: number;
  readonly depth: number;
}
const STEP_RING = 20;
const SHOWN_RING = 200;

/** The rows of the rings stay, and have their places taken one after another. */
function toMark(kept: KeptMark | StepsMark | RingMark): JournalState {
  const { end } = kept;
  if ('back' in kept) {
    const { slot, back: steps, redos, stepping, content = null, left = null } = kept;
    return { end, slot, steps, redos, stepping, content, left };
  }
  const never = { redos: [], stepping: false, content: null, left: null };
  if ('steps' in kept) return { end, slot: kept.slot, steps: kept.steps, ...never };
  const { undo, depth } = kept;
  return {
    end,
    slot: STEP_RING + (end === 0 ? SHOWN_RING - 1 : end % SHOWN_RING),
    steps: Array.from({ length: depth }, (_, index) => (undo - depth + 1 + index) % STEP_RING),
    ...never,
  };
}
