import type { ViewerDesign } from '../../../../src/contract/viewer.ts';
import { useRowDrag } from '../../../ui/use-row-drag.ts';
import { useWorkspace } from '../../workspace-context.ts';

type Order = ViewerDesign['order'];

interface Props {
  readonly order: Order;
  readonly mayChange: boolean;
  change(order: Order): void;
}

/** Renders the order of the elements, which the person can change by dragging or with buttons. */
export function ElementOrder({ order, mayChange, change }: Props) {
  /** Moves an element before the one that is now at an index. */
  const move = (from: number, before: number) => {
    const rest = order.filter((_, index) => index !== from);
    rest.splice(before > from ? before - 1 : before, 0, order[from]!);
    change(rest);
  };
  return (
    <ol class="translations">
      {order.map((name, index) => (
        <ElementRow key={name} name={name} index={index} count={order.length} mayChange={mayChange} move={move} />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly name: Order[number];
  readonly index: number;
  readonly count: number;
  readonly mayChange: boolean;
  move(from: number, before: number): void;
}

function ElementRow({ name, index, count, mayChange, move }: RowProps) {
  const { design: texts, lives } = useWorkspace().strings;
  const label = texts.elements[name];
  const { element, edge, isDragged } = useRowDrag<HTMLLIElement>({
    list: 'elements',
    mayMove: mayChange,
    row: index,
    group: name,
    move: (from, at) => move(from, at === 'top' ? index : index + 1),
  });
  return (
    <li
      ref={element}
      class="translation-row"
      data-edge={edge ?? undefined}
      data-dragged={isDragged || undefined}
      data-movable={mayChange || undefined}
    >
      <span>{label}</span>
      <span class="row">
        <button
          type="button"
          class="quiet"
          aria-label={lives.settings.moveUp(label)}
          disabled={index === 0}
          onClick={() => move(index, index - 1)}
        >
          ↑
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={lives.settings.moveDown(label)}
          disabled={index === count - 1}
          onClick={() => move(index, index + 2)}
        >
          ↓
        </button>
      </span>
    </li>
  );
}
