import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../../session/session.ts';

/** Content with the ETag at which it was read or written. */
export interface StoredContent<Content> {
  readonly content: Content;
  readonly etag: string;
}

/** Where a document is stored. The methods reject with LecternProblem, or with TypeError on a network error. */
export interface DocumentStore<Content> {
  read(): Promise<StoredContent<Content>>;
  /** Writes the content if the ETag is still current, and returns the new ETag. */
  write(content: Content, etag: string): Promise<string>;
  /** Returns whether two contents mean the same, so that there is nothing to choose between. */
  isSame(one: Content, other: Content): boolean;
  /** Returns the content to restore after a reload, with the ids that the server has given meanwhile. */
  toDraft(content: Content): Content;
}

/**
 * State of saving. `failed`: the message says why, and the content waits. `overtaken`: another version was saved
 * meanwhile, and the person chooses. `missing`: the document was deleted.
 */
type SaveState =
  | { readonly kind: 'saved'; readonly at: Date | null }
  | { readonly kind: 'saving' | 'overtaken' | 'missing' }
  | { readonly kind: 'failed'; readonly message: string };

/** Document that saves itself, with undo. Nothing that is typed is lost by a reload or a failed save. */
export interface EditedDocument<Content> {
  readonly content: ReadonlySignal<Content>;
  readonly state: ReadonlySignal<SaveState>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Changes the content. Consecutive changes of one group, such as typing in one field, are undone together. */
  change(next: Content, group?: string): void;
  undo(): void;
  redo(): void;
  /** Saves now. Returns whether everything is saved. */
  save(): Promise<boolean>;
  /** After `overtaken`: keeps the person's version, or takes the saved one. Undo brings the other one back. */
  resolve(choice: 'mine' | 'theirs'): Promise<void>;
  close(): void;
}

interface Options<Content> {
  readonly session: Pick<Session, 'expired'>;
  readonly store: DocumentStore<Content>;
  readonly initial: StoredContent<Content>;
  /** Key of the unsaved content in the browser's session storage. */
  readonly draftKey: string;
  /** Message for a failure without a response. */
  readonly noResponse: string;
}

/** Time in ms after the last change at which the content is saved. */
const SETTLED_MS = 600;
/** Time in ms after which a failed save is tried again, if that can help. */
const RETRY_MS = 5_000;
const UNDO_MAX_STEPS = 100;

interface Step<Content> {
  readonly content: Content;
  readonly group: string | undefined;
}

export function openDocument<Content>(options: Options<Content>): EditedDocument<Content> {
  const { session, store, initial, draftKey, noResponse } = options;
  const content = signal(initial.content);
  const state = signal<SaveState>({ kind: 'saved', at: null });
  const canUndo = signal(false);
  const canRedo = signal(false);
  let { content: base, etag } = initial;
  let theirs: StoredContent<Content> | null = null;
  let past: Step<Content>[] = [];
  let future: Content[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  const isDirty = () => content.peek() !== base;
  const markSaved = () => {
    removeDraft(draftKey);
    state.value = { kind: 'saved', at: new Date() };
  };

  const save = (): Promise<void> => {
    running ??= write().finally(() => {
      running = null;
    });
    return running;
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    while (isDirty() && !theirs) {
      const sent = content.peek();
      state.value = { kind: 'saving' };
      try {
        etag = await store.write(sent, etag);
        base = sent;
      } catch (error) {
        if (!(await recover(error, sent))) return;
      }
    }
    if (!theirs) markSaved();
  };

  /** Handles a failed write. Returns whether to go on. */
  const recover = async (error: unknown, sent: Content): Promise<boolean> => {
    if (error instanceof LecternProblem && error.status === 412) {
      try {
        const read = await store.read();
        if (store.isSame(read.content, sent)) {
          // This write was done before, and its response was lost.
          etag = read.etag;
          base = sent;
          return true;
        }
        theirs = read;
        state.value = { kind: 'overtaken' };
        return false;
      } catch (failure) {
        return recover(failure, sent);
      }
    }
    if (error instanceof LecternProblem && error.status === 404) {
      state.value = { kind: 'missing' };
      return false;
    }
    const problem = error instanceof LecternProblem ? error : null;
    state.value = {
      kind: 'failed',
      message: problem ? (problem.errors[0]?.message ?? problem.detail ?? problem.title) : noResponse,
    };
    if (!problem || problem.status >= 500 || problem.status === 429) timer = setTimeout(save, RETRY_MS);
    return false;
  };

  const set = (next: Content) => {
    content.value = next;
    canUndo.value = past.length > 0;
    canRedo.value = future.length > 0;
    clearTimeout(timer);
    if (isDirty()) keepDraft(draftKey, { content: store.toDraft(next), etag });
    // The person chooses between two versions, or cannot save any more.
    if (theirs || state.peek().kind === 'missing') return;
    state.value = { kind: 'saving' };
    timer = setTimeout(save, SETTLED_MS);
  };

  /** Adopts what others have saved, if there is nothing to lose. */
  const refresh = async () => {
    if (document.visibilityState !== 'visible' || isDirty() || running) return;
    try {
      const read = await store.read();
      if (isDirty() || running || read.etag === etag) return;
      ({ content: base, etag } = read);
      past = [];
      future = [];
      content.value = base;
      canUndo.value = false;
      canRedo.value = false;
    } catch {
      // The next save tells what is wrong.
    }
  };
  const onOnline = () => {
    if (state.peek().kind === 'failed') void save();
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (isDirty()) event.preventDefault();
  };
  document.addEventListener('visibilitychange', refresh);
  window.addEventListener('online', onOnline);
  window.addEventListener('beforeunload', warn);
  const stopEffect = effect(() => {
    if (!session.expired.value) onOnline();
  });

  const draft = readDraft<Content>(draftKey);
  if (draft && store.isSame(draft.content, initial.content)) removeDraft(draftKey);
  else if (draft) {
    content.value = draft.content;
    if (draft.etag === etag) set(draft.content);
    else {
      theirs = initial;
      state.value = { kind: 'overtaken' };
    }
  }

  return {
    content,
    state,
    canUndo,
    canRedo,
    change(next, group) {
      const before = content.peek();
      if (next === before) return;
      if (group === undefined || past.at(-1)?.group !== group) {
        past = [...past, { content: before, group }].slice(-UNDO_MAX_STEPS);
      }
      future = [];
      set(next);
    },
    undo() {
      const step = past.pop();
      if (!step) return;
      future.push(content.peek());
      set(step.content);
    },
    redo() {
      const next = future.pop();
      if (next === undefined) return;
      past.push({ content: content.peek(), group: undefined });
      set(next);
    },
    async save() {
      await save();
      return !isDirty();
    },
    async resolve(choice) {
      if (!theirs) return;
      const other = theirs;
      theirs = null;
      ({ content: base, etag } = other);
      future = [];
      const mine = content.peek();
      past.push({ content: choice === 'mine' ? other.content : mine, group: undefined });
      canUndo.value = true;
      canRedo.value = false;
      if (choice === 'theirs') content.value = other.content;
      await save();
    },
    close() {
      clearTimeout(timer);
      stopEffect();
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('beforeunload', warn);
    },
  };
}

/** Returns the unsaved content, or null without any and if it cannot be read. */
function readDraft<Content>(key: string): StoredContent<Content> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function keepDraft<Content>(key: string, draft: StoredContent<Content>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is disabled or full. The page still saves, and warns before it is left.
  }
}

function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The storage is disabled, so there is no draft.
  }
}
