import { useEffect } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

/** Where the Live follows no plan: the plans of the owner, and a new one. */
export function PlanChooser() {
  const { plan, live, dialog, words } = useConsole();
  useEffect(() => {
    void plan.listOthers();
  }, [plan]);
  const others = plan.others.value ?? [];
  return (
    <div class="plan-chooser">
      <p class="empty">{words.plan.none}</p>
      {live.mayOperate() && (
        <>
          <button type="button" onClick={() => plan.create()}>
            {words.plan.create}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              dialog.value = { kind: 'outline' };
            }}
          >
            {words.plan.outline}
          </button>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>{words.plan.others}</h3>
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
