/** Heap of a process that reads an imported file, and its whole memory, in MiB. [D1] */
export const CHILD_HEAP_MAX_MIB = 512;
export const CHILD_MEMORY_MAX_MIB = 640;

/** Message of the process. It sends one for the task, and one whenever the next is wanted. */
export type ChildMessage<Value> =
  | { readonly type: 'value'; readonly value: Value }
  | { readonly type: 'end' }
  | { readonly type: 'failed'; readonly error: unknown };

/** Message to the process: the task, then null for each further value. */
export interface ChildRequest<Task> {
  readonly content: Task | null;
}
