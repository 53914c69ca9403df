const MAX_STEPS = 100;
/** Time in ms between two changes of one group that are undone together. */
const SAME_CHANGE_MS = 1_000;

interface Step<Content> {
  readonly content: Content;
  readonly group: string | undefined;
}

/** Earlier contents of a document. */
export interface UndoHistory<Content> {
  readonly past: readonly Step<Content>[];
  readonly future: readonly Content[];
  /** Time of the last change, which may continue, in milliseconds. */
  readonly changedAt: number;
}

/** A content, and the history after the step to it. */
interface Moved<Content> {
  readonly content: Content;
  readonly history: UndoHistory<Content>;
}

export const NEW_HISTORY: UndoHistory<never> = { past: [], future: [], changedAt: Number.NEGATIVE_INFINITY };

/** Adds the content before a change. Consecutive changes of one group are undone together. */
export function addStep<Content>(
  { past, changedAt }: UndoHistory<Content>,
  content: Content,
  at: number,
  group?: string,
): UndoHistory<Content> {
  const isSameChange = group !== undefined && past.at(-1)?.group === group && at - changedAt < SAME_CHANGE_MS;
  const steps = isSameChange ? past : [...past, { content, group }].slice(-MAX_STEPS);
  return { past: steps, future: [], changedAt: at };
}

/** Returns the content before the last change, or null without one. Redo brings the current one back. */
export function undoStep<Content>({ past, future }: UndoHistory<Content>, current: Content): Moved<Content> | null {
  const step = past.at(-1);
  if (!step) return null;
  return {
    content: step.content,
    history: { past: past.slice(0, -1), future: [...future, current], changedAt: Number.NEGATIVE_INFINITY },
  };
}

/** Returns the content before the last undo, or null without one. */
export function redoStep<Content>(history: UndoHistory<Content>, current: Content): Moved<Content> | null {
  const { past, future } = history;
  if (future.length === 0) return null;
  return {
    content: future.at(-1)!,
    history: { ...history, past: [...past, { content: current, group: undefined }], future: future.slice(0, -1) },
  };
}

/** Replaces each content, such as by a merge of it with the changes of others. */
export const mapHistory = <Content>(
  { past, future, changedAt }: UndoHistory<Content>,
  change: (content: Content) => Content,
): UndoHistory<Content> => ({
  past: past.map(({ content, group }) => ({ content: change(content), group })),
  future: future.map(change),
  changedAt,
});
