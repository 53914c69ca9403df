import type { PhoneOrder } from '../../../src/contract/phones.ts';
import type { PhoneStrings } from '../../../src/contract/viewer.ts';
import type { Part } from './phone-data.ts';

/** Renders the order of service: the titles of the plan. [D73] */
export function OrderPanel({ part, strings }: { part: Part<PhoneOrder>; strings: PhoneStrings }) {
  const { content, failed } = part;
  return (
    <>
      <h2>{content?.name ?? strings.order}</h2>
      {failed && !content && <p class="note">{strings.failed}</p>}
      <ol class="order">
        {content?.data.map(({ id, kind, title, on_air }) => (
          <li key={id} class={kind} aria-current={on_air ? 'true' : undefined}>
            <bdi>{title}</bdi>
            {on_air && <span class="air">{strings.onAir}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
