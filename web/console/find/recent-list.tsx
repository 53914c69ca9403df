import { useConsole } from '../state/console-context.ts';

/** What was shown, newest first. A click selects; Enter shows again. */
export function RecentList() {
  const { history, live, words } = useConsole();
  const entries = history.entries.value;
  return (
    <div class="recent">
      <h3 id="recent-title">{words.find.recent}</h3>
      {entries?.length === 0 && <p class="empty">{words.find.nothingYet}</p>}
      <div id="candidates" role="listbox" aria-labelledby="recent-title">
        {entries?.map(({ id, reference, slide }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the bar's arrow keys choose.
          <div
            id={`candidate-${index}`}
            key={id}
            class="candidate"
            role="option"
            tabIndex={-1}
            aria-selected={index === history.chosen.value}
            onClick={() => {
              history.chosen.value = index;
            }}
          >
            <span class="candidate-reference">{reference ?? slide?.deck}</span>
            {index === history.chosen.value && live.mayOperate() && (
              <button
                type="button"
                class="row-show"
                tabIndex={-1}
                onClick={(event) => {
                  // A click on the row would choose it again.
                  event.stopPropagation();
                  void history.showChosen();
                }}
              >
                {words.queue.show} <kbd>{words.keys.caps.Enter}</kbd>
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
