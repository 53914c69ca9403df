import type { ComponentChildren } from 'preact';
import { moveItem } from '../../ui/move-item.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { useWorkspace } from '../workspace-context.ts';

interface Props<Item extends string> {
  /** Name of the list. A row can be dropped only in its own list. */
  readonly list: string;
  readonly items: readonly Item[];
  readonly index: number;
  readonly label: string;
  readonly mayChange: boolean;
  change(items: Item[]): void;
  /** Removes the row. Without it, rows only move. */
  remove?(): void;
  readonly children: ComponentChildren;
}

/** Renders a row of an ordered list, which the person can move by dragging or with buttons. */
export function OrderedRow<Item extends string>(props: Props<Item>) {
  const { list, items, index, label, mayChange, change, remove, children } = props;
  const { strings, toasts } = useWorkspace();
  const { settings: texts } = strings.lives;
  const mayMove = mayChange && items.length > 1;
  const move = (from: number, to: number) => change(moveItem(items, from, to));
  const moveTo = (to: number) => {
    if (to < 0 || to >= items.length) return;
    move(index, to);
    toasts.announce(strings.frame.movedTo(label, to + 1, items.length));
  };
  const { element, edge, isDragged } = useRowDrag<HTMLLIElement>({
    list,
    mayMove,
    row: index,
    group: items[index],
    move,
  });
  return (
    <li
      ref={element}
      class="translation-row"
      data-edge={edge ?? undefined}
      data-dragged={isDragged || undefined}
      data-movable={mayMove || undefined}
    >
      {children}
      {mayChange && (
        <span class="row">
          <button
            type="button"
            class="quiet"
            aria-label={texts.moveUp(label)}
            aria-disabled={index === 0}
            onClick={() => moveTo(index - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={texts.moveDown(label)}
            aria-disabled={index === items.length - 1}
            onClick={() => moveTo(index + 1)}
          >
            ↓
          </button>
          {remove && (
            <button type="button" class="quiet" aria-label={texts.remove(label)} onClick={remove}>
              ×
            </button>
          )}
        </span>
      )}
    </li>
  );
}
