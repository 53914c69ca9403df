import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';
import { formatShownAt } from '../state/recents.ts';

/** Renders the recently shown entries, newest first. A click chooses one; Enter shows it again. */
export function RecentList() {
  const context = useConsole();
  const { history, bar, live, strings, page } = context;
  const { value: selection } = bar.selection;
  const selected = selection?.list === 'recent' ? selection.id : null;
  const entries = history.entries.value;
  return (
    <div class="recent">
      <h3 id="recent-title">{strings.find.recent}</h3>
      {entries?.length === 0 && <p class="empty">{strings.find.nothingYet}</p>}
      <div id="candidates" role="listbox" aria-labelledby="recent-title">
        {entries?.map(({ id, reference, deck_title, shown_at }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the bar's arrow keys choose a row.
          <div
            id={`candidate-${index}`}
            key={id}
            class="candidate"
            role="option"
            tabIndex={-1}
            aria-selected={id === selected}
            onClick={() => bar.select({ list: 'recent', id })}
          >
            <span class="candidate-reference">{reference ?? deck_title}</span>
            <time class="candidate-kind" dateTime={shown_at}>
              {formatShownAt(shown_at, page.language)}
            </time>
            {id === selected && live.mayOperate() && <RowShowButton onClick={() => bar.enterList()} />}
          </div>
        ))}
      </div>
    </div>
  );
}
