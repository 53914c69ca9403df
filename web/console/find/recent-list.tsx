import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';

/** Renders the recently shown entries, newest first. A click chooses one; Enter shows it again. */
export function RecentList() {
  const { history, live, strings } = useConsole();
  const entries = history.entries.value;
  return (
    <div class="recent">
      <h3 id="recent-title">{strings.find.recent}</h3>
      {entries?.length === 0 && <p class="empty">{strings.find.nothingYet}</p>}
      <div id="candidates" role="listbox" aria-labelledby="recent-title">
        {entries?.map(({ id, reference, deck_title }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the bar's arrow keys choose a row.
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
            <span class="candidate-reference">{reference ?? deck_title}</span>
            {index === history.chosen.value && live.mayOperate() && (
              <RowShowButton
                onClick={(event) => {
                  // Stops the row's click handler, which would choose the entry again.
                  event.stopPropagation();
                  void history.showChosen();
                }}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
