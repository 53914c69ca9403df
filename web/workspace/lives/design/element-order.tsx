import type { ViewerDesign } from '../../../../src/contract/viewer.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { OrderedRow } from '../ordered-row.tsx';

type Order = ViewerDesign['order'];

interface Props {
  readonly order: Order;
  readonly mayChange: boolean;
  change(order: Order): void;
}

/** Renders the order of the elements of a page. */
export function ElementOrder({ order, mayChange, change }: Props) {
  const { elements } = useWorkspace().strings.design;
  return (
    <ol class="translations">
      {order.map((name, index) => (
        <OrderedRow
          key={name}
          list="elements"
          items={order}
          index={index}
          label={elements[name]}
          mayChange={mayChange}
          change={change}
        >
          <span>{elements[name]}</span>
        </OrderedRow>
      ))}
    </ol>
  );
}
