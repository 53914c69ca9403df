import { DEFAULT_VIEWER_SETTINGS } from '../contract/default-design.ts';
import type { LiveMode, LiveStatus, ViewerSettings } from '../contract/schemas/live.ts';
import { bigint, type ColumnCodec, type ColumnsOf, column, flag, int, json, nullable, real, text } from './columns.ts';
import type {
  AirTimes,
  JournalState,
  LastChange,
  LiveBackstage,
  LivePaging,
  LiveRecord,
  PhoneParts,
  QueueItem,
  Remembered,
  ShownSlide,
  StageMessage,
  UsageStay,
} from './storage.ts';

/** The fields of a Live that a commit can change. The others are set at creation. */
export type MutableLiveFields = Omit<LiveRecord, 'id' | 'owner' | 'createdAt'>;

/** Settings that were added later have their default in older rows. */
const viewerSettings: ColumnCodec<ViewerSettings, string> = {
  ...json<ViewerSettings>(),
  decode: (stored) => ({ ...DEFAULT_VIEWER_SETTINGS, ...JSON.parse(stored) }),
};

/** The keys were added later. */
const paging: ColumnCodec<LivePaging, string> = {
  ...json<LivePaging>(),
  decode: (stored) => ({ keys: null, ...JSON.parse(stored) }),
};

const journal: ColumnCodec<JournalState, string> = {
  postgres: 'text',
  // Nodes of earlier versions, which can run beside this one during an upgrade, then find nothing to undo.
  encode: ({ steps, ...mark }) => JSON.stringify({ ...mark, back: steps, undo: 0, depth: 0 }),
  decode: (stored) => toJournalState(JSON.parse(stored)),
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
  paging: column('paging', paging),
  secretHash: column('secret_hash', nullable(text())),
  slide: column('slide', nullable(json<ShownSlide>())),
  remembered: column('remembered', nullable(json<Remembered>())),
  planId: column('plan_id', nullable(text())),
  planEntryId: column('plan_entry_id', nullable(text())),
  planContents: column('plan_contents', nullable(json<readonly string[]>())),
  journal: column('journal', journal),
  queueRevision: column('queue_revision', bigint),
  phones: column('phones', json<PhoneParts>()),
  airTimes: column('air_times', json<AirTimes>()),
  usage: column('usage', json<readonly UsageStay[]>()),
  changed: column('changed', nullable(json<LastChange>())),
} satisfies ColumnsOf<MutableLiveFields>;

/** The columns of a Live's backstage state, which no commit changes. */
export const BACKSTAGE_COLUMNS = {
  version: column('aside_version', bigint),
  stage: column('stage', nullable(json<StageMessage>())),
} satisfies ColumnsOf<LiveBackstage>;

/** A nullable id. It is undefined in journal items written before lines existed. */
const optionalId: ColumnCodec<string | null, string | null> = {
  postgres: 'text',
  encode: (id) => id ?? null,
  decode: (stored) => stored,
};

/** The columns of a queue item, except the id of its Live. */
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
  line: column('line', optionalId),
  run: column('run', optionalId),
} satisfies ColumnsOf<QueueItem>;

/** The stored form. Steps are stored as `back`, because versions without redo read `steps`. */
interface StoredJournalState
  extends Omit<JournalState, 'steps' | 'content' | 'left' | 'undoable'>,
    Partial<Pick<JournalState, 'content' | 'left' | 'undoable'>> {
  readonly back: readonly number[];
}
/** A journal state last written by a version without redo. */
type StepsJournalState = Pick<JournalState, 'end' | 'slot' | 'steps'>;
/** A journal state last written by a version with two ring buffers: 20 steps, followed by 200 history entries. */
interface RingJournalState {
  readonly end: number;
  readonly undo: number;
  readonly depth: number;
}
const STEP_RING = 20;
const SHOWN_RING = 200;

/** Converts a stored state. The rows of the ring buffers stay, and their slots are reused in turn. */
function toJournalState(stored: StoredJournalState | StepsJournalState | RingJournalState): JournalState {
  const { end } = stored;
  if ('back' in stored) {
    const { slot, back: steps, redos, stepping, content = null, left = null, undoable = null } = stored;
    return { end, slot, steps, redos, stepping, content, left, undoable };
  }
  const noLaterFields = { redos: [], stepping: false, content: null, left: null, undoable: null };
  if ('steps' in stored) return { end, slot: stored.slot, steps: stored.steps, ...noLaterFields };
  const { undo, depth } = stored;
  return {
    end,
    slot: STEP_RING + (end === 0 ? SHOWN_RING - 1 : end % SHOWN_RING),
    steps: Array.from({ length: depth }, (_, index) => (undo - depth + 1 + index) % STEP_RING),
    ...noLaterFields,
  };
}
