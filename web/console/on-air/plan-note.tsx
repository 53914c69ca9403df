import { useConsole } from '../state/console-context.ts';

/** Renders the note of the plan's entry while that is on air. The stage shows it too, and the audience never. [D65] */
export function PlanNote() {
  const { strings, plan, live } = useConsole();
  const attached = live.now.value?.plan;
  const note = plan.plan.value?.entries.find(({ id }) => id === attached?.entry_id)?.note;
  if (!note || attached?.state !== 'on_air') return null;
  return (
    <p class="plan-note">
      <strong>{strings.onAir.note}</strong> <bdi>{note}</bdi>
    </p>
  );
}
