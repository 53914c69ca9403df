import { toOutputState } from '../../outputs/output-state.ts';
import { formatTimeOfDay } from '../../ui/format-time-of-day.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the outputs of the Live and whether each shows what it should. */
export function OutputsPanel() {
  const { strings, lists, session, dialog, page } = useConsole();
  const outputs = lists.outputs.value;
  if (!outputs) return null;
  const mayManage = session.scopes.value.has('output.manage');
  const time = (at: string) => formatTimeOfDay(new Date(at), page.language);
  return (
    <div class="outputs-box">
      <div class="outputs-head">
        <h3>{strings.outputs.title}</h3>
        {mayManage && (
          <>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                dialog.value = { kind: 'new-output' };
              }}
            >
              {strings.outputs.new}
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                dialog.value = { kind: 'remote-links' };
              }}
            >
              {strings.remoteLinks.title}
            </button>
          </>
        )}
      </div>
      {outputs.length === 0 ? (
        <p class="empty">{strings.outputs.none}</p>
      ) : (
        <ul class="outputs">
          {outputs.map((output) => {
            const state = toOutputState(output, lists.due.value);
            const since = state === 'lost' && output.seen_at ? ` ${strings.outputs.since(time(output.seen_at))}` : '';
            return (
              <li key={output.id} class="output" data-state={state}>
                {mayManage ? (
                  <button
                    type="button"
                    class="output-name quiet"
                    onClick={() => {
                      dialog.value = { kind: 'output', id: output.id };
                    }}
                  >
                    {output.name}
                  </button>
                ) : (
                  <span class="output-name">{output.name}</span>
                )}
                <span class="chip">
                  {strings.outputs.states[state]}
                  {since}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
