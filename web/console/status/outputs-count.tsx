import { toOutputState } from '../outputs/output-state.ts';
import { useConsole } from '../state/console-context.ts';

/** How many of the outputs that somebody has opened show what is on air. */
export function OutputsCount() {
  const { lists, live, words } = useConsole();
  const sequence = live.now.value?.sequence ?? 0;
  const states = (lists.outputs.value ?? []).map((output) => toOutputState(output, sequence));
  const opened = states.filter((state) => state !== 'never');
  if (opened.length === 0) return null;
  const showing = opened.filter((state) => state === 'connected' || state === 'late').length;
  return (
    <span class="outputs-count" data-state={showing < opened.length ? 'lost' : 'connected'}>
      {words.status.outputs(showing, opened.length)}
    </span>
  );
}
