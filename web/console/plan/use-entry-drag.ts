import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ConsoleContext } from '../state/console-context.ts';

/** Lets an entry of the plan be dragged to another place. */
export function useEntryDrag(
  { plan, live }: ConsoleContext,
  index: number,
): { readonly element: RefObject<HTMLDivElement>; readonly edge: 'top' | 'bottom' | null } {
  const element = useRef<HTMLDivElement>(null);
  const edge = useSignal<'top' | 'bottom' | null>(null);

  useEffect(() => {
    if (!element.current || !live.mayOperate()) return;
    const leave = () => {
      edge.value = null;
    };
    return combine(
      draggable({ element: element.current, getInitialData: () => ({ entry: index }) }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => typeof source.data.entry === 'number' && source.data.entry !== index,
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
          const from = source.data.entry as number;
          const place = at === 'bottom' ? index + 1 : index;
          // The moved entry leaves its own place first.
          if (at) void plan.move(from, from < place ? place - 1 : place);
        },
      }),
    );
  }, [plan, live, index]);

  return { element: element as RefObject<HTMLDivElement>, edge: edge.value };
}
