import { toOutputState } from '../../outputs/output-state.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders how many of the outputs opened so far are connected. */
export function OutputsCount() {
  const { lists, strings } = useConsole();
  const states = (lists.outputs.value ?? []).map((output) => toOutputState(output, lists.due.value));
  const opened = states.filter((state) => state !== 'never');
  if (opened.length === 0) return null;
  const showing = opened.filter((state) => state === 'connected' || state === 'late').length;
  return (
    <span class="outputs-count" data-state={showing < opened.length ? 'lost' : 'connected'}>
      {strings.status.outputs(showing, opened.length)}
    </span>
  );
}
