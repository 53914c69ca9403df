import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { DECK_ORDER_MAX_SLIDES } from '../../../../src/contract/limits.ts';
import { toPartLabel } from '../../../session/song-parts.ts';
import { moveItem } from '../../../ui/move-item.ts';
import { useRowDrag } from '../../../ui/use-row-drag.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';

/** Renders the order in which the parts of a song are sung. [D70] */
export function SongOrder() {
  const { editor } = useEditor();
  const { strings } = useDecks();
  const list = useRef<HTMLOListElement>(null);
  const focused = useSignal(0);
  /** Index of the chip to focus when the changed order is rendered. */
  const toFocus = useRef<number | null>(null);
  const { slides, order } = editor.document.value;
  const byId = new Map(slides.map((slide) => [slide.id, slide]));
  const labelOf = (id: string) => toPartLabel(byId.get(id) ?? { id }, strings.parts, slides);
  const setOrder = (next: readonly string[] | null) =>
    editor.edit((before) => ({ ...before, order: next?.length === 0 ? null : next }));
  const moveInOrder = (from: number, to: number) =>
    editor.edit((before) => ({ ...before, order: before.order && moveItem(before.order, from, to) }));
  const focus = (index: number) => list.current?.querySelectorAll<HTMLElement>('.order-chip')[index]?.focus();
  // The focus follows before the next key is handled: a key that comes at once must not move another part.
  useLayoutEffect(() => {
    if (toFocus.current !== null) focus(toFocus.current);
    toFocus.current = null;
  }, [order]);
  const move = (from: number, to: number) => {
    if (!order || to < 0 || to >= order.length) return;
    toFocus.current = to;
    moveInOrder(from, to);
  };
  const removeAt = (index: number) => {
    if (!order) return;
    toFocus.current = Math.min(index, order.length - 2);
    setOrder(order.toSpliced(index, 1));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const isRtl = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const backward = isRtl ? 'ArrowRight' : 'ArrowLeft';
    const step = event.key === forward ? 1 : event.key === backward ? -1 : 0;
    if (event.ctrlKey || event.metaKey || !order) return;
    if (step !== 0 && event.altKey && editor.mayEdit) move(index, index + step);
    else if (step !== 0) focus(Math.min(Math.max(index + step, 0), order.length - 1));
    else if ((event.key === 'Delete' || event.key === 'Backspace') && editor.mayEdit) removeAt(index);
    else return;
    event.preventDefault();
  };

  return (
    <section class="song-order" aria-labelledby="song-order-title">
      <h2 id="song-order-title">{strings.order}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={order === null}
          disabled={!editor.mayEdit}
          onChange={({ currentTarget }) => setOrder(currentTarget.checked ? null : slides.map(({ id }) => id))}
        />
        {strings.orderOfParts}
      </label>
      {order && (
        <>
          <ol ref={list} class="order-chips" aria-label={strings.order}>
            {order.map((id, index) => (
              <OrderChip
                // A part can occur several times.
                key={`${index} ${id}`}
                index={index}
                label={labelOf(id)}
                isFocusable={index === Math.min(focused.value, order.length - 1)}
                isRemovable={editor.mayEdit}
                onKeyDown={onKeyDown}
                onFocus={() => {
                  focused.value = index;
                }}
                onMove={moveInOrder}
                onRemove={removeAt}
              />
            ))}
          </ol>
          {editor.mayEdit && (
            <fieldset class="row order-palette" disabled={order.length >= DECK_ORDER_MAX_SLIDES}>
              <legend class="meta">{strings.addToOrder}</legend>
              {slides.map(({ id }) => (
                <button
                  key={id}
                  type="button"
                  aria-label={strings.addPartToOrder(labelOf(id))}
                  onClick={() => setOrder([...order, id])}
                >
                  + {labelOf(id)}
                </button>
              ))}
            </fieldset>
          )}
          {slides.some(({ id }) => !order.includes(id)) && (
            <p class="meta">
              {strings.notInOrder(
                slides
                  .filter(({ id }) => !order.includes(id))
                  .map(({ id }) => labelOf(id))
                  .join(', '),
              )}
            </p>
          )}
        </>
      )}
    </section>
  );
}

interface ChipProps {
  readonly index: number;
  readonly label: string;
  readonly isFocusable: boolean;
  readonly isRemovable: boolean;
  onKeyDown(event: KeyboardEvent, index: number): void;
  onFocus(): void;
  onMove(from: number, to: number): void;
  onRemove(index: number): void;
}

function OrderChip({ index, label, isFocusable, isRemovable, onKeyDown, onFocus, onMove, onRemove }: ChipProps) {
  const { strings } = useDecks();
  const { element, edge, isDragged } = useRowDrag({
    list: 'order',
    axis: 'horizontal',
    mayMove: isRemovable,
    row: index,
    group: index,
    move: onMove,
  });
  return (
    <li>
      <div ref={element} class="order-chip-frame" data-dragging={isDragged || undefined}>
        <button
          type="button"
          class="order-chip"
          tabIndex={isFocusable ? 0 : -1}
          title={isRemovable ? strings.orderKeys : undefined}
          aria-label={strings.orderPlace(index + 1, label)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onFocus={onFocus}
        >
          {label}
        </button>
        {isRemovable && (
          <button
            type="button"
            class="quiet order-remove"
            tabIndex={-1}
            aria-label={strings.removeFromOrder(label, index + 1)}
            onClick={() => onRemove(index)}
          >
            ×
          </button>
        )}
        {edge && <span class="drop-line" data-edge={edge} data-axis="horizontal" />}
      </div>
    </li>
  );
}
