import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';
import { isTemporary } from '../../session/is-temporary.ts';
import type { Session } from '../../session/session.ts';
import type { DocumentStore, Merge, StoredContent } from './document-store.ts';
import { keepDraft, readDraft, removeDraft } from './draft-storage.ts';
import { openUndoHistory } from './undo-history.ts';

/**
 * State of saving. `failed`: the message says why, and the content waits. `overtaken`: another version was saved
 * meanwhile, and the person chooses. `missing`: the document was deleted.
 */
type SaveState =
  | { readonly kind: 'saved'; readonly at: Date | null }
  | { readonly kind: 'saving' | 'overtaken' | 'missing' }
  | { readonly kind: 'failed'; readonly message: ProblemMessage };

/** Version that was saved meanwhile, and the fields in conflict with it, if versions are merged. */
interface Conflict<Content> {
  readonly stored: StoredContent<Content>;
  readonly fields: readonly (keyof Content)[];
}

/** Document in an editor, with undo. Nothing that is typed is lost by a reload or a failed save. */
export interface EditedDocument<Content> {
  readonly content: ReadonlySignal<Content>;
  /** Content on which the changes are based. */
  readonly saved: ReadonlySignal<Content>;
  readonly isDirty: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<SaveState>;
  /** The other version while the state is `overtaken`, else null. */
  readonly conflict: ReadonlySignal<Conflict<Content> | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Whether unsaved changes from before a reload were restored. */
  readonly isRestored: boolean;
  /** Changes the content. Consecutive changes of one group, such as typing in one field, are undone together. */
  change(next: Content, group?: string): void;
  /** Takes back the last change. Returns false without one. */
  undo(): boolean;
  redo(): void;
  /** Takes back all unsaved changes. Undo brings them back. */
  discard(): void;
  /** Saves now. Returns whether everything is saved. */
  save(): Promise<boolean>;
  /**
   * After `overtaken`: keeps the person's version and saves it, or takes the saved one. `later` keeps it unsaved. Undo
   * brings the other version back.
   */
  resolve(choice: 'mine' | 'theirs' | 'later'): Promise<void>;
  close(): void;
}

/**
 * When a document is saved. `automatic`: after each change, and again after a failure, because an audience does not see
 * a plan or a deck before it is shown. `explicit`: only by `save()`, because an audience sees these settings at once.
 */
type SavePolicy = 'automatic' | 'explicit';

interface Options<Content> {
  readonly session: Pick<Session, 'expired'>;
  readonly store: DocumentStore<Content>;
  readonly saves: SavePolicy;
  readonly initial: StoredContent<Content>;
  /** Key of the unsaved content in the browser's session storage. */
  readonly draftKey: string;
  /** Describes a failed request for the person. */
  describe(error: unknown): ProblemMessage;
}

/** Content that is kept over a reload. */
interface Draft<Content> {
  readonly content: Content;
  readonly etag: string;
  /** Saved content, if versions are merged. */
  readonly base?: Content;
  /** Content that was sent last, if its response is missing. */
  readonly sent?: Content | undefined;
}

/** Time in ms after the last change at which the content is saved. */
const SETTLED_MS = 600;
/** Time in ms after which a failed save is tried again, if that can help. */
const RETRY_MS = 5_000;
/** Saves in a row that others may overtake with changes that can be merged. */
const MERGES_MAX = 5;

export function openDocument<Content extends object>(options: Options<Content>): EditedDocument<Content> {
  const { session, store, saves, initial, draftKey, describe } = options;
  const content = signal(initial.content);
  const saved = signal(initial.content);
  const state = signal<SaveState>({ kind: 'saved', at: null });
  const conflict = signal<Conflict<Content> | null>(null);
  const history = openUndoHistory<Content>();
  // A document that saves itself is compared by identity: comparing a large one takes too long for each key.
  const isDirty = computed(
    () => content.value !== saved.value && (saves === 'automatic' || !store.isSame(content.value, saved.value)),
  );
  let { etag } = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  /** Contents that were sent and may be stored, because their responses are missing. */
  const unanswered = new Set<Content>();

  const storeDraft = () => {
    if (!isDirty.peek()) return removeDraft(draftKey);
    const draft: Draft<Content> = {
      content: store.toDraft?.(content.peek()) ?? content.peek(),
      etag,
      sent: [...unanswered].at(-1),
    };
    keepDraft(draftKey, store.merge ? { ...draft, base: saved.peek() } : draft);
  };
  const adopt = (stored: StoredContent<Content>) => {
    ({ etag } = stored);
    saved.value = stored.content;
    unanswered.clear();
  };
  const merge = (base: Content, mine: Content, theirs: Content): Merge<Content> =>
    store.merge?.(base, mine, theirs) ?? { mine, theirs, conflicts: [] };
  /** Adds what others changed to the earlier contents, so that undo does not take it back. */
  const rebaseHistory = (base: Content, theirs: Content) => history.map((earlier) => merge(base, earlier, theirs).mine);

  const save = (): Promise<void> => {
    running ??= write().finally(() => {
      running = null;
    });
    return running;
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    for (let merges = 0; isDirty.peek() && !conflict.peek(); ) {
      const sent = content.peek();
      state.value = { kind: 'saving' };
      unanswered.add(sent);
      try {
        const stored = await store.write(sent, { content: saved.peek(), etag }, adopt);
        const now = content.peek();
        content.value = now === sent ? stored.content : merge(sent, now, stored.content).mine;
        rebaseHistory(sent, stored.content);
        adopt(stored);
        if (saves === 'explicit') break;
      } catch (error) {
        if (!(await recover(error, sent, merges++))) return storeDraft();
      }
    }
    if (conflict.peek()) return;
    storeDraft();
    state.value = { kind: 'saved', at: new Date() };
  };

  /** Handles a failed write. Returns whether to go on. */
  const recover = async (error: unknown, sent: Content, merges: number): Promise<boolean> => {
    if (error instanceof LecternProblem && error.status === 412 && merges < MERGES_MAX) {
      try {
        return rebase(await store.read());
      } catch (failure) {
        return recover(failure, sent, MERGES_MAX);
      }
    }
    if (error instanceof LecternProblem && error.status < 500) unanswered.delete(sent);
    if (error instanceof LecternProblem && error.status === 404) {
      state.value = { kind: 'missing' };
      return false;
    }
    state.value = { kind: 'failed', message: describe(error) };
    if (saves === 'automatic' && isTemporary(error)) timer = setTimeout(save, RETRY_MS);
    return false;
  };

  /** Builds the changes on another version. Returns false if the person must choose. */
  const rebase = (stored: StoredContent<Content>): boolean => {
    // An equal version is an earlier write of this page, whose response was lost.
    const written = [...unanswered].find((sent) => store.isSame(stored.content, sent));
    if (written) {
      adopt({ content: written, etag: stored.etag });
      return true;
    }
    const { mine, conflicts: fields } = merge(saved.peek(), content.peek(), stored.content);
    if (store.merge && fields.length === 0) {
      rebaseHistory(saved.peek(), stored.content);
      adopt(stored);
      content.value = mine;
      return true;
    }
    conflict.value = { stored, fields };
    state.value = { kind: 'overtaken' };
    return false;
  };

  const set = (next: Content) => {
    content.value = next;
    storeDraft();
    clearTimeout(timer);
    // The person chooses between two versions, or cannot save any more.
    if (conflict.peek() || state.peek().kind === 'missing') return;
    if (saves === 'explicit') {
      if (!isDirty.peek() && state.peek().kind === 'failed') state.value = { kind: 'saved', at: null };
      return;
    }
    state.value = { kind: 'saving' };
    timer = setTimeout(save, SETTLED_MS);
  };

  /** Adopts what others have saved, if there is nothing to lose. */
  const refresh = async () => {
    if (document.visibilityState !== 'visible' || isDirty.peek() || running) return;
    const before = etag;
    try {
      const read = await store.read();
      // A save during the read makes it stale.
      if (isDirty.peek() || running || etag !== before || read.etag === etag) return;
      if (store.isSame(read.content, saved.peek())) {
        ({ etag } = read);
        return;
      }
      adopt(read);
      history.clear();
      content.value = read.content;
    } catch {
      // The next save shows the problem.
    }
  };
  const retry = () => {
    if (saves === 'automatic' && state.peek().kind === 'failed') void save();
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (isDirty.peek()) event.preventDefault();
  };
  document.addEventListener('visibilitychange', refresh);
  window.addEventListener('online', retry);
  window.addEventListener('beforeunload', warn);
  const stopEffect = effect(() => {
    if (!session.expired.value) retry();
  });

  /** Restores a draft. One of an earlier version of the program, with other fields, is dropped. */
  const restore = (draft: Draft<Content> | null): boolean => {
    const fields = Object.keys(initial.content);
    const isComplete = [draft?.content, ...(store.merge ? [draft?.base] : [])].every(
      (part) => typeof part === 'object' && part !== null && fields.every((field) => field in part),
    );
    if (!draft || !isComplete || store.isSame(draft.content, initial.content)) return false;
    content.value = draft.content;
    if (draft.etag !== etag) {
      ({ etag } = draft);
      saved.value = draft.base ?? saved.peek();
      if (draft.sent) unanswered.add(draft.sent);
      if (!rebase(initial)) return true;
    }
    set(content.peek());
    return isDirty.peek();
  };
  const isRestored = restore(readDraft(draftKey));
  if (!isRestored) removeDraft(draftKey);

  return {
    content,
    saved,
    isDirty,
    state,
    conflict,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    isRestored,
    change(next, group) {
      const before = content.peek();
      if (next === before) return;
      history.add(before, group);
      set(next);
    },
    undo() {
      const before = history.undo(content.peek());
      if (before !== null) set(before);
      return before !== null;
    },
    redo() {
      const next = history.redo(content.peek());
      if (next !== null) set(next);
    },
    discard() {
      history.add(content.peek());
      set(saved.peek());
    },
    async save() {
      await save();
      return !isDirty.peek();
    },
    async resolve(choice) {
      const stored = conflict.peek()?.stored;
      if (!stored) return;
      const { mine, theirs } = merge(saved.peek(), content.peek(), stored.content);
      rebaseHistory(saved.peek(), stored.content);
      adopt(stored);
      conflict.value = null;
      content.value = choice === 'theirs' ? theirs : mine;
      history.add(choice === 'theirs' ? mine : theirs);
      storeDraft();
      state.value = { kind: 'saved', at: null };
      if (choice === 'mine' || saves === 'automatic') await save();
    },
    close() {
      clearTimeout(timer);
      stopEffect();
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', warn);
    },
  };
}

/** Changes some fields of a document. Consecutive changes of the same fields are undone together. */
export const changeFields = <Values extends object>(edited: EditedDocument<Values>, part: Partial<Values>): void =>
  edited.change({ ...edited.content.peek(), ...part }, Object.keys(part).join());
