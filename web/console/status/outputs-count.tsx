import { toOutputState } from '../../outputs/output-state.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders how many of the outputs opened so far are connected. */
export function OutputsCount() {
  const { live, lists, strings } = useConsole();
  // Without a connection, nothing is known of the outputs.
  if (live.connection.value.state === 'lost') return null;
  const states = (lists.outputs.value ?? []).map((output) => toOutputState(output, lists.due.value));
  const opened = states.filter((state) => state !== 'never');
  if (opened.length === 0) return null;
  const showing = opened.filter((state) => state !== 'lost').length;
  return (
    <span class="outputs-count" data-state={showing < opened.length ? 'lost' : 'connected'}>
      {strings.status.outputs(showing, opened.length)}
    </span>
  );
}
