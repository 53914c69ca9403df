import type { DocumentStore, Merge, StoredContent } from './document-store.ts';
import { addStep, mapHistory, NEW_HISTORY, redoStep, type UndoHistory, undoStep } from './undo-history.ts';

/** Text, or nodes of the page, which the machine does not read (`ProblemMessage`). */
type Message = string | object;

/** Time in ms after the last change at which the content is saved. */
export const SETTLED_MS = 600;
/** Time in ms after which a failed save is tried again, if that can help. */
export const RETRY_MS = 5_000;
/** Saves in a row that others may overtake with changes that can be merged. */
export const MERGES_MAX = 5;

/**
 * State of saving. `failed`: the message says why, and the content waits. `overtaken`: another version was saved
 * meanwhile, and the person chooses. `missing`: the document was deleted.
 */
export type SaveState =
  /** `at`: time of the last save, in milliseconds. */
  | { readonly kind: 'saved'; readonly at: number | null }
  | { readonly kind: 'saving' | 'overtaken' | 'missing' }
  | { readonly kind: 'failed'; readonly message: Message };

/** Version that was saved meanwhile, and the fields in conflict with it, if versions are merged. */
export interface Conflict<Content> {
  readonly stored: StoredContent<Content>;
  readonly fields: readonly (keyof Content)[];
}

/** How documents of a kind are compared, merged and saved. */
export interface DocumentRules<Content> extends Pick<DocumentStore<Content>, 'isSame' | 'merge'> {
  /**
   * When a document is saved. `automatic`: after each change, and again after a failure, because an audience does not
   * see a plan or a deck before it is shown. `explicit`: only on request, because an audience sees these settings at
   * once.
   */
  readonly saves: 'automatic' | 'explicit';
}

/** Content that is kept over a reload. */
export interface Draft<Content> {
  readonly content: Content;
  readonly etag: string;
  /** Saved content, if versions are merged. */
  readonly base?: Content;
  /** Content that was sent last, if its response is missing. */
  readonly sent?: Content | undefined;
}

/** A document in an editor: what the person has made of it, and what the server has confirmed. */
export interface DocumentModel<Content> {
  readonly content: Content;
  /** Content that the server has confirmed, on which the changes are based. */
  readonly saved: Content;
  readonly etag: string;
  readonly state: SaveState;
  /** The other version while the state is `overtaken`, else null. */
  readonly conflict: Conflict<Content> | null;
  readonly history: UndoHistory<Content>;
  /** The only request in flight: a write of `sent`, or a read without it. */
  readonly request: { readonly id: number; readonly sent?: Content } | null;
  readonly nextId: number;
  /** Number of writes in a row that others have overtaken. */
  readonly merges: number;
  /** Contents that were sent and may be stored, because their responses are missing. */
  readonly unanswered: readonly Content[];
  /** Time at which the content is to be saved, in milliseconds. */
  readonly dueAt: number | null;
}

/**
 * Why a request failed. `stale`: another version was saved meanwhile. `refused`: nothing was stored. `busy`: nothing
 * was stored, and a repetition can help. `lost`: there is no response, and the content may be stored.
 */
export type Failure = 'stale' | 'missing' | 'refused' | 'busy' | 'lost';

export type DocumentInput<Content> =
  | { readonly type: 'change'; readonly content: Content; readonly group?: string | undefined }
  /**
   * `due`: the time of a save has come. `retry`: what made a save fail may be over. `refresh`: the page is seen
   * again.
   */
  | { readonly type: 'undo' | 'redo' | 'discard' | 'save' | 'due' | 'retry' | 'refresh' }
  /** A part of the changes is stored. */
  | { readonly type: 'part' | 'written' | 'read'; readonly id: number; readonly stored: StoredContent<Content> }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure; readonly message: Message }
  /** The response to a refresh that was requested while `etag` was known. */
  | { readonly type: 'refreshed'; readonly etag: string; readonly stored: StoredContent<Content> }
  | { readonly type: 'resolve'; readonly choice: 'mine' | 'theirs' | 'later' };

export type DocumentEffect<Content> =
  | { readonly type: 'write'; readonly id: number; readonly content: Content; readonly base: StoredContent<Content> }
  | { readonly type: 'read'; readonly id: number }
  | { readonly type: 'refresh'; readonly etag: string };

interface DocumentStep<Content> {
  readonly model: DocumentModel<Content>;
  readonly effect?: DocumentEffect<Content>;
}

type Rules<Content> = DocumentRules<Content>;
type Model<Content> = DocumentModel<Content>;
type Step<Content> = DocumentStep<Content>;

/** Returns the model of a document that was read, with the draft from before a reload, if it is still of use. */
export function openModel<Content extends object>(
  rules: Rules<Content>,
  initial: StoredContent<Content>,
  draft: Draft<Content> | null,
  at: number,
): Model<Content> {
  const model: Model<Content> = {
    content: initial.content,
    saved: initial.content,
    etag: initial.etag,
    state: { kind: 'saved', at: null },
    conflict: null,
    history: NEW_HISTORY,
    request: null,
    nextId: 0,
    merges: 0,
    unanswered: [],
    dueAt: null,
  };
  if (!draft || !isComplete(rules, initial.content, draft) || rules.isSame(draft.content, initial.content)) {
    return model;
  }
  const { content, etag, base = initial.content, sent } = draft;
  const restored = { ...model, content, unanswered: sent ? [sent] : [] };
  const rebased = etag === initial.etag ? restored : rebase(rules, { ...restored, saved: base, etag }, initial);
  return set(rules, rebased, rebased.content, at).model;
}

/** Returns whether a draft has all fields. One of an earlier version of the program is dropped. */
const isComplete = <Content extends object>(rules: Rules<Content>, initial: Content, draft: Draft<Content>): boolean =>
  [draft.content, ...(rules.merge ? [draft.base] : [])].every(
    (part) => typeof part === 'object' && part !== null && Object.keys(initial).every((field) => field in part),
  );

/** Returns what to keep over a reload; null if everything is saved. */
export function draftOf<Content>(rules: Rules<Content>, model: Model<Content>): Draft<Content> | null {
  if (!isDirty(rules, model)) return null;
  const { content, etag, saved, unanswered } = model;
  return { content, etag, sent: unanswered.at(-1), ...(rules.merge && { base: saved }) };
}

/** Returns whether the server has not confirmed the content. */
export const isDirty = <Content>(rules: Rules<Content>, model: Model<Content>): boolean =>
  model.unanswered.length > 0 || differs(rules, model);

// A document that saves itself is compared by identity: comparing a large one takes too long for each key.
const differs = <Content>({ saves, isSame }: Rules<Content>, { content, saved }: Model<Content>): boolean =>
  content !== saved && (saves === 'automatic' || !isSame(content, saved));

/** Returns the next model and the effect of an input. `at` is the time in milliseconds. */
export function advanceDocument<Content>(
  rules: Rules<Content>,
  model: Model<Content>,
  input: DocumentInput<Content>,
  at: number,
): Step<Content> {
  const { content, saved, history, request, state, conflict } = model;
  switch (input.type) {
    case 'change': {
      if (input.content === content) return { model };
      return set(rules, { ...model, history: addStep(history, content, at, input.group) }, input.content, at);
    }
    case 'undo':
    case 'redo': {
      const moved = (input.type === 'undo' ? undoStep : redoStep)(history, content);
      return moved ? set(rules, { ...model, history: moved.history }, moved.content, at) : { model };
    }
    case 'discard':
      return set(rules, { ...model, history: addStep(history, content, at) }, saved, at);
    case 'save':
      return save(rules, model, at);
    case 'due':
      return model.dueAt === null ? { model } : save(rules, model, at);
    case 'retry':
      return rules.saves === 'automatic' && state.kind === 'failed' ? save(rules, model, at) : { model };
    case 'refresh':
      return mayRefresh(rules, model) ? { model, effect: { type: 'refresh', etag: model.etag } } : { model };
    case 'refreshed':
      return {
        model: mayRefresh(rules, model) && input.etag === model.etag ? refresh(rules, model, input.stored) : model,
      };
    case 'resolve':
      return conflict ? resolve(rules, model, conflict.stored, input.choice, at) : { model };
    default:
      // Another response than that of the request in flight counts for nothing.
      return request?.id === input.id ? answer(rules, { ...model, request: null }, request, input, at) : { model };
  }
}

/** Sets the content, and when it is saved. */
function set<Content>(rules: Rules<Content>, model: Model<Content>, content: Content, at: number): Step<Content> {
  const next = { ...model, content, dueAt: null };
  // The person chooses between two versions, or cannot save any more.
  if (model.conflict || model.state.kind === 'missing') return { model: next };
  if (rules.saves === 'explicit') {
    const isOver = model.state.kind === 'failed' && !isDirty(rules, next);
    return { model: isOver ? { ...next, state: { kind: 'saved', at: null } } : next };
  }
  // After the response to a write, what was typed meanwhile is saved at once.
  return { model: { ...next, state: { kind: 'saving' }, dueAt: model.request ? null : at + SETTLED_MS } };
}

function save<Content>(rules: Rules<Content>, model: Model<Content>, at: number): Step<Content> {
  const next = { ...model, dueAt: null };
  return model.request || model.conflict ? { model: next } : proceed(rules, { ...next, merges: 0 }, at);
}

/** Writes what is not saved. Reads first if a write may be stored or if the document was missing. */
function proceed<Content>(rules: Rules<Content>, model: Model<Content>, at: number): Step<Content> {
  if (model.unanswered.length > 0 || model.state.kind === 'missing') return read(model);
  return differs(rules, model) ? write(model) : { model: { ...model, state: { kind: 'saved', at } } };
}

function write<Content>(model: Model<Content>): Step<Content> {
  const { content, saved, etag, nextId: id, unanswered } = model;
  return {
    model: { ...start(model), request: { id, sent: content }, unanswered: [...unanswered, content] },
    effect: { type: 'write', id, content, base: { content: saved, etag } },
  };
}

const read = <Content>(model: Model<Content>): Step<Content> => ({
  model: { ...start(model), request: { id: model.nextId } },
  effect: { type: 'read', id: model.nextId },
});

const start = <Content>(model: Model<Content>): Model<Content> => ({
  ...model,
  nextId: model.nextId + 1,
  state: { kind: 'saving' },
});

function answer<Content>(
  rules: Rules<Content>,
  model: Model<Content>,
  request: NonNullable<Model<Content>['request']>,
  input: Extract<DocumentInput<Content>, { id: number }>,
  at: number,
): Step<Content> {
  switch (input.type) {
    case 'part':
      return { model: { ...model, request, saved: input.stored.content, etag: input.stored.etag } };
    case 'written': {
      const sent = request.sent as Content;
      const { content } = input.stored;
      const current = model.content === sent ? content : merge(rules, sent, model.content, content).mine;
      const next = adopt({ ...rebaseHistory(rules, model, sent, content), content: current }, input.stored);
      return rules.saves === 'explicit'
        ? { model: { ...next, state: { kind: 'saved', at } } }
        : proceed(rules, next, at);
    }
    case 'read': {
      const { content, etag } = input.stored;
      const next = rules.isSame(content, model.saved) ? { ...model, etag } : rebase(rules, model, input.stored);
      if (next.conflict) return { model: next };
      return differs(rules, next) ? write(next) : { model: { ...next, unanswered: [], state: { kind: 'saved', at } } };
    }
    case 'failed':
      return fail(rules, model, request, input, at);
  }
}

function fail<Content>(
  { saves }: Rules<Content>,
  model: Model<Content>,
  { sent }: NonNullable<Model<Content>['request']>,
  { failure, message }: Extract<DocumentInput<Content>, { type: 'failed' }>,
  at: number,
): Step<Content> {
  if (failure === 'stale' && sent && model.merges < MERGES_MAX) return read({ ...model, merges: model.merges + 1 });
  if (failure === 'missing') return { model: { ...model, unanswered: [], state: { kind: 'missing' } } };
  const canHelp = saves === 'automatic' && (failure === 'busy' || failure === 'lost');
  return {
    model: {
      ...model,
      unanswered: sent && failure !== 'lost' ? model.unanswered.slice(0, -1) : model.unanswered,
      state: { kind: 'failed', message },
      dueAt: canHelp ? at + RETRY_MS : null,
    },
  };
}

/** Builds the changes on another version. If the person must choose, it is a conflict. */
function rebase<Content>(rules: Rules<Content>, model: Model<Content>, stored: StoredContent<Content>): Model<Content> {
  // An equal version is an earlier write of this page, whose response was lost.
  const written = model.unanswered.find((sent) => rules.isSame(stored.content, sent));
  if (written) return adopt(model, { content: written, etag: stored.etag });
  const { mine, conflicts: fields } = merge(rules, model.saved, model.content, stored.content);
  if (!rules.merge || fields.length > 0)
    return { ...model, conflict: { stored, fields }, state: { kind: 'overtaken' } };
  return adopt({ ...rebaseHistory(rules, model, model.saved, stored.content), content: mine }, stored);
}

function resolve<Content>(
  rules: Rules<Content>,
  model: Model<Content>,
  stored: StoredContent<Content>,
  choice: 'mine' | 'theirs' | 'later',
  at: number,
): Step<Content> {
  const { mine, theirs } = merge(rules, model.saved, model.content, stored.content);
  const [content, other] = choice === 'theirs' ? [theirs, mine] : [mine, theirs];
  const next: Model<Content> = { ...adopt(rebaseHistory(rules, model, model.saved, stored.content), stored), content };
  const resolved: Model<Content> = {
    ...next,
    history: addStep(next.history, other, at),
    conflict: null,
    state: { kind: 'saved', at: null },
  };
  return choice === 'mine' || rules.saves === 'automatic' ? save(rules, resolved, at) : { model: resolved };
}

const mayRefresh = <Content>(rules: Rules<Content>, model: Model<Content>): boolean =>
  model.state.kind === 'saved' && !model.request && !isDirty(rules, model);

/** Adopts what others have saved. There is nothing to lose. */
function refresh<Content>(
  { isSame }: Rules<Content>,
  model: Model<Content>,
  stored: StoredContent<Content>,
): Model<Content> {
  if (stored.etag === model.etag) return model;
  if (isSame(stored.content, model.saved)) return { ...model, etag: stored.etag };
  return { ...adopt(model, stored), content: stored.content, history: NEW_HISTORY };
}

const adopt = <Content>(model: Model<Content>, { content, etag }: StoredContent<Content>): Model<Content> => ({
  ...model,
  saved: content,
  etag,
  unanswered: [],
});

/** Adds what others changed to the earlier contents, so that undo does not take it back. */
const rebaseHistory = <Content>(
  rules: Rules<Content>,
  model: Model<Content>,
  base: Content,
  theirs: Content,
): Model<Content> => ({
  ...model,
  history: mapHistory(model.history, (earlier) => merge(rules, base, earlier, theirs).mine),
});

const merge = <Content>(rules: Rules<Content>, base: Content, mine: Content, theirs: Content): Merge<Content> =>
  rules.merge?.(base, mine, theirs) ?? { mine, theirs, conflicts: [] };
