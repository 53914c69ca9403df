import type { PlanEntryData } from '../../session/plans-client.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';
import { runEntry } from './run-entry.ts';

interface Props {
  readonly entry: PlanEntryData;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly isNext: boolean;
  readonly isSelected: boolean;
}

/** Renders an entry or a heading of the plan. */
export function EntryRow({ entry, index, isCurrent, isNext, isSelected }: Props) {
  const context = useConsole();
  const { plan, live, strings } = context;
  const { element, edge, isDragged } = useRowDrag({
    list: 'plan',
    mayMove: live.mayOperate(),
    row: index,
    group: index,
    move(from, at) {
      const target = at === 'bottom' ? index + 1 : index;
      // The entry is removed from its old position first, which shifts the target index.
      return plan.move(from, from < target ? target - 1 : target);
    },
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
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
      {isNext && <span class="entry-next">{strings.plan.next}</span>}
      {entry.note !== '' && (
        <span class="entry-note" dir="auto">
          {entry.note}
        </span>
      )}
      {isSelected && live.mayOperate() && entry.kind !== 'heading' && (
        <RowShowButton onClick={() => runEntry(context, entry)} />
      )}
      {edge && <span class="drop-line" data-edge={edge} />}
    </div>
  );
}
