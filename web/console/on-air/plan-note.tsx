import { useConsole } from '../state/console-context.ts';

/** Renders the note of the plan's entry. The stage shows it too, and the audience never. [D65] */
export function PlanNote() {
  const { strings, plan, live } = useConsole();
  const entryId = live.now.value?.plan?.entry_id;
  const note = plan.plan.value?.entries.find(({ id }) => id === entryId)?.note;
  if (!note) return null;
  return (
    <p class="plan-note">
      <strong>{strings.onAir.note}</strong> <bdi>{note}</bdi>
    </p>
  );
}
