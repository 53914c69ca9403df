import type { PlanEntryData } from '../../session/plans-client.ts';
import type { ConsoleContext } from './console-context.ts';

/** Shows an entry of the plan. Does nothing for a heading. */
export function runEntry({ live, actions }: ConsoleContext, entry: PlanEntryData | undefined): Promise<boolean> {
  if (!entry || entry.kind === 'heading') return Promise.resolve(false);
  return live.run(actions.goTo(entry.id, entry.title));
}
