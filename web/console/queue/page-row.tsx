import { langOf } from '../../session/lang-of.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';
import { moveRunTo, toSelection } from './queue-actions.ts';

interface Props {
  readonly page: number;
  /** Distance from the start of the list, px. */
  readonly start: number;
  readonly isOnAir: boolean;
  readonly isSelected: boolean;
}

/** Renders one page of the queue; empty until the page is loaded. */
export function PageRow({ page, start, isOnAir, isSelected }: Props) {
  const context = useConsole();
  const { queue, live, bar } = context;
  const row = queue.pages.value.get(page);
  const { element, edge, isDragged } = useRowDrag({
    list: 'queue',
    mayMove: live.mayOperate(),
    row: page,
    group: row?.run,
    move: (from, _to, edge) => moveRunTo(context, from, page, edge),
  });
  const startsRun = row && queue.pages.value.get(page - 1)?.run !== row.run;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      ref={element}
      id={`page-${page}`}
      class="page-row"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-current={isOnAir || undefined}
      data-run-start={startsRun || undefined}
      data-dragging={isDragged || undefined}
      data-off-air={(isOnAir && live.now.value?.paused) || undefined}
      style={{ insetBlockStart: `${start}px` }}
      onClick={() => row && bar.select(toSelection(row))}
    >
      {row && (
        <>
          <span class="page-reference">
            {row.reference}
            {row.parts > 1 && <span class="part">{`${row.part + 1}/${row.parts}`}</span>}
          </span>
          <span class="page-translations">{row.translations.map((slug) => slug.toUpperCase()).join(' · ')}</span>
          <span class="page-text" dir="auto" lang={langOf(row)}>
            {row.text}
          </span>
          {isSelected && live.mayOperate() && <RowShowButton onClick={() => bar.enterList()} />}
        </>
      )}
      {edge && <span class="drop-line" data-edge={edge} />}
    </div>
  );
}
