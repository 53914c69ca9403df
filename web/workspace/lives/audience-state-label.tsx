import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import { describeShown, toAudienceState } from '../../session/audience-state.ts';
import { useWorkspace } from '../workspace-context.ts';

/** Renders what the audience sees of a Live, in words. */
export function AudienceStateLabel({ now }: { readonly now: LiveNow }) {
  const { lives: strings } = useWorkspace().strings;
  const state = toAudienceState(now);
  const shown = state === 'live' || state === 'hidden' ? describeShown(now) : null;
  return (
    <span class="live-state">
      <span class="live-word" data-state={state} title={strings.statesHint[state]}>
        {strings.states[state]}
      </span>
      {shown !== null && <span class="live-shown">{shown}</span>}
    </span>
  );
}
