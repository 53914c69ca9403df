import { useConsole } from '../state/console-context.ts';

/** Renders the button in the selected row of a list that shows its content. In the list, Enter does the same. */
export function RowShowButton({ onClick }: { onClick(): void }) {
  const { strings } = useConsole();
  return (
    <button
      type="button"
      class="row-show"
      tabIndex={-1}
      onClick={(event) => {
        // A click on the row would select it again.
        event.stopPropagation();
        onClick();
      }}
    >
      {strings.queue.show} <kbd>{strings.keys.caps.Enter}</kbd>
    </button>
  );
}
