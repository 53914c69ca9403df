import { toOutputState } from '../../outputs/output-state.ts';
import { formatRecentTime } from '../../ui/format-time-of-day.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the outputs of the Live and whether each shows what it should. */
export function OutputsPanel() {
  const { strings, live, lists, session, dialog, page } = useConsole();
  const { value: connection } = live.connection;
  const outputs = lists.outputs.value;
  if (!outputs) return null;
  const mayManage = session.scopes.value.has('output.manage');
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
            // Without a connection, the console does not know what an output does meanwhile.
            const isUnknown = connection.state === 'lost' && output.connections > 0;
            const state = isUnknown ? 'lost' : toOutputState(output, lists.due.value);
            const seenAt = isUnknown ? connection.since : output.seen_at;
            const since =
              state === 'lost' && seenAt !== null
                ? ` ${strings.outputs.since(formatRecentTime(new Date(seenAt), page.language, { dateStyle: 'short' }))}`
                : '';
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
