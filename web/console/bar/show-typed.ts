import type { ConsoleContext } from '../console-context.ts';
import type { PassageNumbers } from '../live/acts.ts';

/** Shows the chosen candidate of exactly what is typed. Where the text could mean several things, nothing is shown. */
export async function showTyped({ bar, live, acts }: ConsoleContext): Promise<void> {
  const chosen = bar.chosen.value;
  const { value: typed } = bar.text;
  const lookup = await bar.read();
  const { value: now } = live.now;
  if (!lookup || !now || bar.text.value !== typed) return;
  const candidate = lookup.data[chosen];
  if (lookup.reading !== 'one' || !candidate) return;
  const passages = candidate.passages.filter((numbers): numbers is PassageNumbers => numbers.chapter !== undefined);
  if (passages.length === 0) return;
  if ((await live.act(acts.show(candidate.reference, passages, now))) && bar.text.value === typed) bar.clear();
}
