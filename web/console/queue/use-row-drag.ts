import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ConsoleContext } from '../state/console-context.ts';
import type { QueuePage } from '../state/queue-state.ts';
import { moveRunTo } from './queue-acts.ts';

/** Lets a row be dragged to another place. What is dragged is the passage of its page. */
export function useRowDrag(
  context: ConsoleContext,
  page: number,
  row: QueuePage | undefined,
): { readonly element: RefObject<HTMLDivElement>; readonly edge: 'top' | 'bottom' | null } {
  const element = useRef<HTMLDivElement>(null);
  const edge = useSignal<'top' | 'bottom' | null>(null);
  const run = row?.run;

  useEffect(() => {
    if (!element.current || run === undefined || !context.live.mayOperate()) return;
    const leave = () => {
      edge.value = null;
    };
    return combine(
      draggable({ element: element.current, getInitialData: () => ({ page, run }) }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => typeof source.data.page === 'number' && source.data.run !== run,
        getData: ({ input, element: target }) =>
          attachClosestEdge({}, { input, element: target, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => {
          const closest = extractClosestEdge(self.data);
          edge.value = closest === 'top' || closest === 'bottom' ? closest : null;
        },
        onDragLeave: leave,
        onDrop: ({ source }) => {
          const at = edge.value;
          leave();
          if (at) void moveRunTo(context, source.data.page as number, page, at);
        },
      }),
    );
  }, [context, page, run]);

  return { element: element as RefObject<HTMLDivElement>, edge: edge.value };
}
