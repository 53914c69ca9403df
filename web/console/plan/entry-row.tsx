import { formatPlannedTime } from '../../../src/contract/plan-times.ts';
import type { PlanEntryData } from '../../session/plans-client.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';

interface Props {
  readonly entry: PlanEntryData;
  readonly index: number;
  /** Whether the entry was shown last. */
  readonly isCurrent: boolean;
  /** Whether something else is on air than the entry showed. */
  readonly isInterrupted: boolean;
  readonly isNext: boolean;
  readonly isSelected: boolean;
  /** Planned start in minutes after midnight, or null. */
  readonly start: number | null;
  /** Minutes that the entry lasts longer than planned. */
  readonly over: number;
  run(): unknown;
}

/** Renders an entry or a heading of the plan. */
export function EntryRow({ entry, index, isCurrent, isInterrupted, isNext, isSelected, start, over, run }: Props) {
  const { plan, live, bar, strings, page } = useConsole();
  const times = [
    start !== null && formatPlannedTime(start, page.language),
    entry.minutes !== null && strings.plan.duration(entry.minutes),
    entry.person,
  ].filter(Boolean);
  const { element, edge, isDragged } = useRowDrag({
    list: 'plan',
    mayMove: live.mayOperate(),
    row: index,
    group: index,
    move: plan.move,
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
      aria-current={(isCurrent && !isInterrupted) || undefined}
      data-kind={entry.kind}
      data-interrupted={isInterrupted || undefined}
      data-next={isNext || undefined}
      data-dragging={isDragged || undefined}
      onClick={() => bar.select({ list: 'plan', id: entry.id })}
    >
      <span class="entry-title" dir="auto">
        {entry.title}
      </span>
      {isNext && <span class="entry-next">{strings.plan.next}</span>}
      {isInterrupted && <span class="entry-note">{strings.plan.interrupted}</span>}
      {entry.problem && <span class="entry-problem">{strings.plan.problems[entry.problem]}</span>}
      {times.length > 0 && (
        <span class="entry-note" dir="auto">
          {times.join(' · ')}
        </span>
      )}
      {over > 0 && <span class="entry-problem">{strings.plan.over(over)}</span>}
      {entry.note !== '' && (
        <span class="entry-note" dir="auto">
          {entry.note}
        </span>
      )}
      {isSelected && live.mayOperate() && entry.kind !== 'heading' && <RowShowButton onClick={run} />}
      {edge && <span class="drop-line" data-edge={edge} />}
    </div>
  );
}
