import { useRowDrag } from '../lists/use-row-drag.ts';
import type { PlanEntryData } from '../live/plans-client.ts';
import { useConsole } from '../state/console-context.ts';
import { runEntry } from './run-entry.ts';

interface Props {
  readonly entry: PlanEntryData;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly isNext: boolean;
  readonly isSelected: boolean;
}

/** One entry of the plan, or a heading between entries. */
export function EntryRow({ entry, index, isCurrent, isNext, isSelected }: Props) {
  const context = useConsole();
  const { plan, live, words } = context;
  const { element, edge, isDragged } = useRowDrag({
    list: 'plan',
    row: index,
    group: index,
    move(from, at) {
      const place = at === 'bottom' ? index + 1 : index;
      // The moved entry leaves its own place first.
      return plan.move(from, from < place ? place - 1 : place);
    },
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list do the same.
    <div
      ref={element}
      id={`entry-${index}`}
      class="plan-entry"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-current={isCurrent || undefined}
      data-kind={entry.kind}
      data-next={isNext || undefined}
      data-dragging={isDragged || undefined}
      onClick={() => {
        plan.selected.value = index;
      }}
    >
      <span class="entry-title" dir="auto">
        {entry.title}
      </span>
      {isNext && <span class="entry-next">{words.plan.next}</span>}
      {entry.note !== '' && (
        <span class="entry-note" dir="auto">
          {entry.note}
        </span>
      )}
      {isSelected && live.mayOperate() && entry.kind !== 'heading' && (
        <button type="button" class="row-show" tabIndex={-1} onClick={() => runEntry(context, entry)}>
          {words.queue.show} <kbd>{words.keys.caps.Enter}</kbd>
        </button>
      )}
      {edge && <span class="drop-line" data-edge={edge} />}
    </div>
  );
}
