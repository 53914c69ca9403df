import { computed, type ReadonlySignal, signal } from '@preact/signals';

const STORAGE_PREFIX = 'lectern-draft:';
/** Changes of the same fields within this time are taken back together, as while a slider is dragged. */
const SAME_CHANGE_MS = 800;

/** Values that a person edits, and the saved values on which the changes are based. */
export interface Draft<Values extends object> {
  readonly values: ReadonlySignal<Values>;
  readonly saved: ReadonlySignal<Values>;
  /** Fields that differ from the saved values. */
  readonly changed: ReadonlySignal<readonly (keyof Values)[]>;
  /** Whether the draft has changes from before a reload of the page. */
  readonly isRestored: boolean;
  /** Fields that were changed on both sides since then, in different ways. */
  readonly restoredConflicts: readonly (keyof Values)[];
  change(part: Partial<Values>): void;
  /** Takes back the last change. Returns false if nothing was changed. */
  undo(): boolean;
  discard(): void;
  /** Adopts values that this draft has saved. */
  markSaved(part: Partial<Values>): void;
  /**
   * Adopts newer saved values. Fields without changes follow. Returns the fields that were changed on both sides, in
   * different ways; `values` keeps those of the draft.
   */
  rebase(fresh: Values): readonly (keyof Values)[];
  /** Drops the changes of these fields. */
  takeSaved(fields: readonly (keyof Values)[]): void;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Opens a draft of saved values. Changes are kept in session storage under the key, so that they survive a reload of
 * the page.
 */
export function openDraft<Values extends object>(key: string, fresh: Values): Draft<Values> {
  const storageKey = STORAGE_PREFIX + key;
  const fields = Object.keys(fresh) as (keyof Values)[];
  const saved = signal(fresh);
  const values = signal(fresh);
  const past: Values[] = [];
  let last = { names: '', at: 0 };
  const changed = computed(() => fields.filter((field) => !isSame(values.value[field], saved.value[field])));

  const store = () => {
    try {
      if (changed.value.length === 0) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify({ saved: saved.value, values: values.value }));
    } catch {
      // Without storage, only a reload loses the changes, and the browser asks before it.
    }
  };
  const set = (next: Values) => {
    values.value = next;
    store();
  };
  const rebase = (next: Values) => {
    const mine = changed.value;
    const before = saved.value;
    const draft = values.value;
    saved.value = next;
    const kept = mine.filter((field) => !isSame(draft[field], next[field]));
    set({ ...next, ...pick(draft, kept) });
    return kept.filter((field) => !isSame(before[field], next[field]));
  };

  const stored = readStored<Values>(storageKey, fields);
  if (stored) {
    saved.value = stored.saved;
    values.value = stored.values;
  }
  const restoredConflicts = stored ? rebase(fresh) : [];

  return {
    values,
    saved,
    changed,
    isRestored: changed.value.length > 0,
    restoredConflicts,
    change(part) {
      const names = Object.keys(part).join();
      const now = performance.now();
      if (past.length === 0 || names !== last.names || now - last.at > SAME_CHANGE_MS) past.push(values.value);
      last = { names, at: now };
      set({ ...values.value, ...part });
    },
    undo() {
      const before = past.pop();
      last = { names: '', at: 0 };
      if (before) set(before);
      return before !== undefined;
    },
    discard() {
      past.push(values.value);
      set(saved.value);
    },
    markSaved(part) {
      saved.value = { ...saved.value, ...part };
      store();
    },
    rebase,
    takeSaved: (fields) => set({ ...values.value, ...pick(saved.value, fields) }),
  };
}

const pick = <Values extends object>(values: Values, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;

/** Returns a stored draft. Null if none is stored, or if it is of an earlier version with other fields. */
function readStored<Values extends object>(
  key: string,
  fields: readonly (keyof Values)[],
): { saved: Values; values: Values } | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const isComplete = (part: unknown) =>
      typeof part === 'object' && part !== null && fields.every((field) => field in part);
    return isComplete(stored?.saved) && isComplete(stored?.values) ? stored : null;
  } catch {
    return null;
  }
}
