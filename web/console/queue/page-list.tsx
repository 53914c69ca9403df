import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';
import { PageRow } from './page-row.tsx';
import { moveRun, removeLine, removeRun, toSelection } from './queue-actions.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** Height of a row in rem, equal to `--page-row` in the stylesheet. */
const ROW_REM = 3;

/** Scrolls a list while something is dragged to its edge. Its code is loaded when a pointer first enters the list. */
function scrollWhileDragging(element: HTMLElement): () => void {
  let stop: (() => void) | null = () => {};
  import('@atlaskit/pragmatic-drag-and-drop-auto-scroll/element').then(
    ({ autoScrollForElements }) => {
      if (stop) stop = autoScrollForElements({ element });
    },
    // Without it, rows are dragged within what is in view.
    () => {},
  );
  return () => {
    stop?.();
    stop = null;
  };
}

/** Renders the queue by pages. The page on air is marked and kept in view. A click selects a page; Enter shows it. */
export function PageList() {
  const context = useConsole();
  const { queue, live, bar, strings } = context;
  const scroller = useRef<HTMLDivElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { rows, height, scrollTo } = useVirtualRows(scroller, queue.total.value, ROW_REM * rem);
  const onAir = live.now.value?.queue.page ?? null;
  const { value: selection } = bar.selection;
  const selected = selection?.list === 'queue' ? (queue.findPage(selection)?.page ?? null) : null;

  const [first, last] = [rows[0]?.index, rows.at(-1)?.index];
  useEffect(() => {
    if (first !== undefined && last !== undefined) queue.ensure(first, last);
  }, [queue, first, last, queue.total.value]);
  useEffect(() => {
    if (onAir !== null && onAir < queue.total.value) scrollTo(onAir);
  }, [onAir, queue.total.value]);

  const isEmpty = queue.total.value === 0;
  const isPointedAt = useSignal(false);
  useEffect(() => {
    const { current: element } = scroller;
    if (!element || !isPointedAt.value) return;
    return scrollWhileDragging(element);
  }, [isEmpty, isPointedAt.value]);

  const select = (page: number) => {
    const next = Math.max(0, Math.min(queue.total.value - 1, page));
    void queue.read(next).then((page) => page && bar.select(toSelection(page)));
    scrollTo(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const page = selected ?? live.now.value?.queue.page ?? 0;
    const keyAction = toKeyAction(event);
    if (!keyAction || queue.total.value === 0) return;
    event.preventDefault();
    if (event.repeat && keyAction.once) return;
    keyAction.run(page);
  };
  const toKeyAction = ({ key, altKey, shiftKey }: KeyboardEvent) => {
    const once = (run: (page: number) => unknown) => ({ once: true, run });
    if (key === 'Delete') return once((page) => (shiftKey ? removeRun : removeLine)(context, page));
    if (altKey && key === 'ArrowUp') return once((page) => moveRun(context, page, -1));
    if (altKey && key === 'ArrowDown') return once((page) => moveRun(context, page, 1));
    const step = { ArrowUp: -1, ArrowDown: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }[key];
    return step === undefined
      ? null
      : {
          once: false,
          run: (page: number) => select(selected === null && Number.isFinite(step) ? page : page + step),
        };
  };

  if (isEmpty) return <p class="empty">{strings.queue.empty}</p>;
  return (
    <div
      ref={(element) => {
        scroller.current = element;
        queue.list.current = element;
      }}
      class="pages-scroller"
      role="listbox"
      tabIndex={0}
      aria-label={strings.queue.title}
      aria-activedescendant={selected === null ? undefined : `page-${selected}`}
      onKeyDown={onKeyDown}
      onPointerEnter={() => {
        isPointedAt.value = true;
      }}
    >
      <div class="pages" style={{ blockSize: `${height}px` }}>
        {rows.map(({ index, start }) => (
          <PageRow key={index} page={index} start={start} isOnAir={index === onAir} isSelected={index === selected} />
        ))}
      </div>
    </div>
  );
}
