import { useConsole } from '../state/console-context.ts';
import { outputState } from './output-state.ts';

/** The screens of the Live, and whether each shows what it should. */
export function OutputList() {
  const { words, lists, live } = useConsole();
  const outputs = lists.outputs.value;
  if (!outputs) return null;
  return (
    <div class="outputs-box">
      <h3>{words.outputs.title}</h3>
      {outputs.length === 0 && <p class="empty">{words.outputs.none}</p>}
      <ul class="outputs">
        {outputs.map((output) => {
          const state = outputState(output, live.now.value?.sequence ?? 0);
          return (
            <li key={output.id} class="output" data-state={state}>
              <span class="output-name">{output.name}</span>
              <span class="chip">{words.outputs.states[state]}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
