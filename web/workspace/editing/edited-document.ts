import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';
import { isTemporary } from '../../session/is-temporary.ts';
import type { Session } from '../../session/session.ts';
import {
  advanceDocument,
  type Conflict,
  type DocumentEffect,
  type DocumentInput,
  type DocumentRules,
  draftOf,
  type Failure,
  isDirty,
  openModel,
  type SaveState,
} from './document-machine.ts';
import type { DocumentStore, StoredContent } from './document-store.ts';
import { keepDraft, readDraft, removeDraft } from './draft-storage.ts';

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
  resolve(choice: 'mine' | 'theirs' | 'later'): void;
  close(): void;
}

interface Options<Content> extends Pick<DocumentRules<Content>, 'saves'> {
  readonly session: Pick<Session, 'expired'>;
  readonly store: DocumentStore<Content>;
  readonly initial: StoredContent<Content>;
  /** Key of the unsaved content in the browser's session storage. */
  readonly draftKey: string;
  /** Describes a failed request for the person. */
  describe(error: unknown): ProblemMessage;
}

/** Carries out what the machine of a document decides: requests, timers, and the draft. */
export function openDocument<Content extends object>(options: Options<Content>): EditedDocument<Content> {
  const { session, store, saves, initial, draftKey, describe } = options;
  const rules: DocumentRules<Content> = { ...store, saves };
  const model = signal(openModel(rules, initial, readDraft(draftKey), Date.now()));
  const isRestored = draftOf(rules, model.peek()) !== null;
  const listening = new AbortController();
  const { signal: listened } = listening;
  let callers: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const dispatch = (input: DocumentInput<Content>) => {
    const before = model.peek();
    const { model: next, effect } = advanceDocument(rules, before, input, Date.now());
    model.value = next;
    if (next.dueAt !== before.dueAt) startTimer();
    if (KEPT.some((part) => next[part] !== before[part])) storeDraft();
    if (effect) void carryOut(effect);
    if (next.request) return;
    for (const done of callers) done();
    callers = [];
  };
  const startTimer = () => {
    clearTimeout(timer);
    const { dueAt } = model.peek();
    if (dueAt !== null && !listened.aborted) timer = setTimeout(dispatch, dueAt - Date.now(), { type: 'due' });
  };
  const storeDraft = () => {
    const draft = draftOf(rules, model.peek());
    if (!draft) removeDraft(draftKey);
    else keepDraft(draftKey, { ...draft, content: store.toDraft?.(draft.content) ?? draft.content });
  };
  const idle = async () => {
    if (model.peek().request) await new Promise<void>((done) => callers.push(done));
  };

  const carryOut = async (asked: DocumentEffect<Content>) => {
    if (asked.type === 'refresh') return refresh(asked.etag);
    const { id } = asked;
    try {
      if (asked.type === 'read') return dispatch({ type: 'read', id, stored: await store.read() });
      const onPart = (stored: StoredContent<Content>) => dispatch({ type: 'part', id, stored });
      dispatch({ type: 'written', id, stored: await store.write(asked.content, asked.base, onPart) });
    } catch (error) {
      dispatch({ type: 'failed', id, failure: classify(error), message: describe(error) });
    }
  };
  const refresh = async (etag: string) => {
    // If this fails, the next save shows the problem.
    const stored = await store.read().catch(() => null);
    if (stored) dispatch({ type: 'refreshed', etag, stored });
  };

  const listen = (target: EventTarget, type: string, listener: (event: Event) => void) =>
    target.addEventListener(type, listener, { signal: listened });
  listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') dispatch({ type: 'refresh' });
  });
  listen(window, 'online', () => dispatch({ type: 'retry' }));
  listen(window, 'beforeunload', (event) => {
    if (isDirty(rules, model.peek())) event.preventDefault();
  });
  const stopResuming = session.expired.subscribe((isExpired) => {
    if (!isExpired) dispatch({ type: 'retry' });
  });
  storeDraft();
  startTimer();

  return {
    content: computed(() => model.value.content),
    saved: computed(() => model.value.saved),
    isDirty: computed(() => isDirty(rules, model.value)),
    state: computed(() => model.value.state),
    conflict: computed(() => model.value.conflict),
    canUndo: computed(() => model.value.history.past.length > 0),
    canRedo: computed(() => model.value.history.future.length > 0),
    isRestored,
    change: (content, group) => dispatch({ type: 'change', content, group }),
    undo() {
      const { length } = model.peek().history.past;
      dispatch({ type: 'undo' });
      return length > 0;
    },
    redo: () => dispatch({ type: 'redo' }),
    discard: () => dispatch({ type: 'discard' }),
    async save() {
      dispatch({ type: 'save' });
      await idle();
      return !isDirty(rules, model.peek());
    },
    resolve: (choice) => dispatch({ type: 'resolve', choice }),
    close() {
      listening.abort();
      stopResuming();
      // What was typed just now does not wait for its time.
      dispatch({ type: 'due' });
    },
  };
}

/** Parts of the model whose change changes the draft. */
const KEPT = ['content', 'saved', 'etag', 'unanswered'] as const;

function classify(error: unknown): Failure {
  if (!(error instanceof LecternProblem)) return 'lost';
  if (error.status === 412) return 'stale';
  if (error.status === 404) return 'missing';
  if (!isTemporary(error)) return 'refused';
  return error.status < 500 ? 'busy' : 'lost';
}
