import { minutesOver, toPlannedEnd, toPlannedStarts } from '../../../src/contract/plan-times.ts';
import type { PlanEntryData } from '../../session/plans-client.ts';
import { useConsole } from '../state/console-context.ts';
import { runEntry } from '../state/run-entry.ts';
import { useMinute } from '../status/use-minute.ts';
import { EntryRow } from './entry-row.tsx';
import { PlanChooser } from './plan-chooser.tsx';

/** Renders the order of service. A click selects an entry; Enter shows it, and `onShown` is called afterwards. */
export function PlanList({ onShown }: { onShown?(): void }) {
  const context = useConsole();
  const minute = useMinute();
  const { plan, live, bar, dialog, strings } = context;
  const { value: shown } = plan.plan;
  const { value: now } = live.now;
  if (now && !now.plan) return <PlanChooser />;
  if (!now || !shown) return null;
  const { entries } = shown;
  const starts = toPlannedStarts(shown);
  const position = now.plan;
  const current = entries.findIndex(({ id }) => id === position?.entry_id);
  const from = current >= 0 ? current + 1 : (position?.index ?? 0);
  const next = entries.findIndex(({ kind }, index) => index >= from && kind !== 'heading');
  const { value: selection } = bar.selection;
  const found = selection?.list === 'plan' ? entries.findIndex(({ id }) => id === selection.id) : -1;
  const selected = found < 0 ? null : found;
  const select = (index: number) => bar.select({ list: 'plan', id: entries[index]!.id });

  const run = async (entry: PlanEntryData | undefined) => {
    if (await runEntry(context, entry)) onShown?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || entries.length === 0) return;
    const at = selected ?? (current >= 0 ? current : 0);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const move = async (by: number) => {
      const to = at + by;
      if (to >= 0 && to < entries.length) await plan.move(at, to);
    };
    if (step && event.altKey) void move(step);
    else if (step) select(Math.max(0, Math.min(entries.length - 1, selected === null ? at : at + step)));
    else if (event.key === 'Delete' && selected !== null && !event.repeat) void plan.remove(selected);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <p class="plan-name">{shown.name}</p>
      {entries.length === 0 && <p class="empty">{strings.plan.empty}</p>}
      {live.mayOperate() && (
        <button
          type="button"
          class="quiet plan-outline"
          onClick={() => {
            dialog.value = { kind: 'outline' };
          }}
        >
          {strings.plan.outline}
        </button>
      )}
      <div
        class="plan"
        role="listbox"
        tabIndex={0}
        aria-label={strings.plan.title}
        aria-activedescendant={selected === null ? undefined : `entry-${selected}`}
        onKeyDown={onKeyDown}
      >
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            index={index}
            isCurrent={index === current}
            isInterrupted={index === current && now.plan?.state === 'interrupted'}
            isNext={index === next}
            isSelected={index === selected}
            start={starts[index] ?? null}
            over={index === current ? minutesOver(toPlannedEnd(shown, index), minute) : 0}
            run={() => run(entry)}
          />
        ))}
      </div>
    </>
  );
}
