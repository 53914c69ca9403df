import type { Signal } from '@preact/signals';
import { viewsFor } from '../../src/contract/view-choices.ts';
import type { LiveOutput } from './live-output.ts';
import { useOutputs } from './outputs-control.ts';

/** Renders the field for the view of an output. */
export function ViewField({ view }: { readonly view: Signal<LiveOutput['view']> }) {
  const { strings } = useOutputs();
  return (
    <label>
      {strings.view}
      <select
        value={view.value}
        onChange={({ currentTarget }) => {
          view.value = currentTarget.value as LiveOutput['view'];
        }}
      >
        {viewsFor('output').map((each) => (
          <option key={each} value={each}>
            {strings.views[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
