import type { Merge } from './document-store.ts';

const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields that differ. */
export const changedFields = <Values extends object>(one: Values, other: Values): readonly (keyof Values)[] =>
  (Object.keys(one) as (keyof Values)[]).filter((field) => !isSameValue(one[field], other[field]));

export const isSameFields = <Values extends object>(one: Values, other: Values): boolean =>
  changedFields(one, other).length === 0;

/** Merges changes field by field. Fields that were changed on both sides, in different ways, are in conflict. */
export function mergeFields<Values extends object>(base: Values, mine: Values, theirs: Values): Merge<Values> {
  const changed = changedFields(mine, base);
  const fields = changedFields(theirs, base).filter((field) => !isSameValue(mine[field], theirs[field]));
  const conflicts = fields.filter((field) => changed.includes(field));
  return {
    mine: { ...theirs, ...pick(mine, changed) },
    theirs: {
      ...theirs,
      ...pick(
        mine,
        changed.filter((field) => !conflicts.includes(field)),
      ),
    },
    conflicts,
  };
}

export const pick = <Values extends object>(values: Values, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;

/** A document whose fields a form changes. */
interface ChangedDocument<Values> {
  readonly content: { peek(): Values };
  change(next: Values, group?: string): void;
}

/**
 * Changes some fields of a document. Consecutive changes of the same fields are undone together, such as typing. Each
 * change of a list is a step of its own.
 */
export function changeFields<Values extends object>(edited: ChangedDocument<Values>, part: Partial<Values>): void {
  const isStep = Object.values(part).some(Array.isArray);
  edited.change({ ...edited.content.peek(), ...part }, isStep ? undefined : Object.keys(part).join());
}
