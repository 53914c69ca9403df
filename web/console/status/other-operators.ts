import type { ConsoleContext } from '../state/console-context.ts';

/** Returns the names of the others who operate the Live. */
export const otherOperators = ({ lists, page }: ConsoleContext): readonly string[] =>
  lists.operators.value?.map(({ name }) => name).filter((name) => name !== page.person.name) ?? [];
