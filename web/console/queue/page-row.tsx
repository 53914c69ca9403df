import { useRowDrag } from '../lists/use-row-drag.ts';
import { useConsole } from '../state/console-context.ts';
import { moveRunTo, showPage } from './queue-actions.ts';

interface Props {
  readonly page: number;
  /** Px from the beginning of the list. */
  readonly start: number;
  readonly isOnAir: boolean;
  readonly isSelected: boolean;
}

/** One page of the queue: empty until it is read. */
export function PageRow({ page, start, isOnAir, isSelected }: Props) {
  const context = useConsole();
  const { queue, words, live } = context;
  const row = queue.pages.value.get(page);
  const { element, edge, isDragged } = useRowDrag({
    list: 'queue',
    row: page,
    group: row?.run,
    move: (from, at) => moveRunTo(context, from, page, at),
  });
  const startsRun = row && queue.pages.value.get(page - 1)?.run !== row.run;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list do the same.
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
      onClick={() => {
        queue.selected.value = page;
      }}
    >
      {row && (
        <>
          <span class="page-reference">
            {row.reference}
            {row.parts > 1 && <span class="part">{`${row.part + 1}/${row.parts}`}</span>}
          </span>
          <span class="page-translations">{row.translations.map((slug) => slug.toUpperCase()).join(' · ')}</span>
          <span class="page-text" dir="auto">
            {row.text}
          </span>
          {isSelected && live.mayOperate() && (
            <button type="button" class="row-show" tabIndex={-1} onClick={() => showPage(context, page)}>
              {words.queue.show} <kbd>{words.keys.caps.Enter}</kbd>
            </button>
          )}
        </>
      )}
      {edge && <span class="drop-line" data-edge={edge} />}
    </div>
  );
}
