import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Edge = 'top' | 'bottom';

interface DraggedRow {
  /** List of the row. A row can be dropped only in its own list. */
  readonly list: string;
  /** Axis along which the rows are arranged; default vertical. Horizontally, `top` is the left edge. */
  readonly axis?: 'vertical' | 'horizontal';
  /** Whether the person may move rows. */
  readonly mayMove: boolean;
  readonly row: number;
  /** Group of rows that move together. Undefined until the row is loaded; such a row cannot be dragged. */
  readonly group: string | number | undefined;
  /** Moves another row to an edge of this one. `to` is the index that it has afterwards, if no group moves with it. */
  move(from: number, to: number, edge: Edge): unknown;
}

interface RowDrag<Row extends HTMLElement> {
  readonly element: RefObject<Row>;
  /** Edge at which a row dragged over this one would be dropped. */
  readonly edge: Edge | null;
  readonly isDragged: boolean;
}

/** Makes a row of a list draggable. */
export function useRowDrag<Row extends HTMLElement = HTMLDivElement>({
  list,
  axis = 'vertical',
  mayMove,
  row,
  group,
  move,
}: DraggedRow): RowDrag<Row> {
  const element = useRef<Row>(null);
  const edge = useSignal<Edge | null>(null);
  const isDragged = useSignal(false);
  const latestMove = useRef(move);
  latestMove.current = move;

  useEffect(() => {
    if (!element.current || group === undefined || !mayMove) return;
    const leave = () => {
      edge.value = null;
    };
    return combine(
      draggable({
        element: element.current,
        getInitialData: () => ({ list, row, group }),
        onDragStart: () => {
          isDragged.value = true;
        },
        onDrop: () => {
          isDragged.value = false;
        },
      }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => source.data.list === list && source.data.group !== group,
        getData: ({ input, element: target }) =>
          attachClosestEdge(
            {},
            { input, element: target, allowedEdges: axis === 'vertical' ? ['top', 'bottom'] : ['left', 'right'] },
          ),
        onDrag: ({ self }) => {
          const closest = extractClosestEdge(self.data);
          edge.value = closest === null ? null : closest === 'top' || closest === 'left' ? 'top' : 'bottom';
        },
        onDragLeave: leave,
        onDrop: ({ source }) => {
          const at = edge.value;
          leave();
          if (!at) return;
          const from = source.data.row as number;
          const target = at === 'bottom' ? row + 1 : row;
          // The row is removed from its old position first, which shifts the target index.
          latestMove.current(from, from < target ? target - 1 : target, at);
        },
      }),
    );
  }, [list, mayMove, row, group]);

  return { element: element as RefObject<Row>, edge: edge.value, isDragged: isDragged.value };
}
