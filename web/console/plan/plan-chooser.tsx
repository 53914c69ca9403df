import { useEffect } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

/** Renders the choice of a plan for a Live without one: the owner's plans, and a new one. */
export function PlanChooser() {
  const { plan, live, dialog, strings } = useConsole();
  useEffect(() => {
    void plan.listOthers();
  }, [plan]);
  const others = plan.others.value ?? [];
  return (
    <div class="plan-chooser">
      <p class="empty">{strings.plan.none}</p>
      {live.mayOperate() && (
        <>
          <button type="button" onClick={() => plan.create()}>
            {strings.plan.create}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              dialog.value = { kind: 'outline' };
            }}
          >
            {strings.plan.outline}
          </button>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>{strings.plan.others}</h3>
          <ul>
            {others.map(({ id, name }) => (
              <li key={id}>
                <button type="button" class="quiet" disabled={!live.mayOperate()} onClick={() => plan.begin(id, name)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
