import { computed, type ReadonlySignal, signal } from '@preact/signals';

const MAX_STEPS = 100;
/** Time in ms between two changes of one group that are undone together. */
const SAME_CHANGE_MS = 1_000;

interface Step<Content> {
  readonly content: Content;
  readonly group: string | undefined;
}

/** Earlier contents of a document. */
interface UndoHistory<Content> {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Adds the content before a change. Consecutive changes of one group are undone together. */
  add(before: Content, group?: string): void;
  /** Returns the content before the last change, and keeps the current one for `redo`. Null without a change. */
  undo(current: Content): Content | null;
  /** Returns the content before the last undo. Null without one. */
  redo(current: Content): Content | null;
  /** Replaces each content, such as by a merge of it with the changes of others. */
  map(change: (content: Content) => Content): void;
  clear(): void;
}

export function openUndoHistory<Content>(): UndoHistory<Content> {
  const past = signal<readonly Step<Content>[]>([]);
  const future = signal<readonly Content[]>([]);
  let changedAt = Number.NEGATIVE_INFINITY;
  return {
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    add(before, group) {
      const now = performance.now();
      const last = past.peek().at(-1);
      const isSameChange = group !== undefined && last?.group === group && now - changedAt < SAME_CHANGE_MS;
      if (!isSameChange) past.value = [...past.peek(), { content: before, group }].slice(-MAX_STEPS);
      future.value = [];
      changedAt = now;
    },
    undo(current) {
      const step = past.peek().at(-1);
      if (!step) return null;
      past.value = past.peek().slice(0, -1);
      future.value = [...future.peek(), current];
      changedAt = Number.NEGATIVE_INFINITY;
      return step.content;
    },
    redo(current) {
      const next = future.peek().at(-1);
      if (next === undefined) return null;
      future.value = future.peek().slice(0, -1);
      past.value = [...past.peek(), { content: current, group: undefined }];
      return next;
    },
    map(change) {
      past.value = past.peek().map(({ content, group }) => ({ content: change(content), group }));
      future.value = future.peek().map(change);
    },
    clear() {
      past.value = [];
      future.value = [];
    },
  };
}
