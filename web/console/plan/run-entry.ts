import type { PlanEntryData } from '../live/plans-client.ts';
import type { ConsoleContext } from '../state/console-context.ts';

/** Shows an entry of the plan. A heading shows nothing. */
export function runEntry({ live, acts }: ConsoleContext, entry: PlanEntryData | undefined): Promise<boolean> {
  if (!entry || entry.kind === 'heading') return Promise.resolve(false);
  return live.act(acts.goTo(entry.id, entry.title));
}
