import { type ReadonlySignal, signal } from '@preact/signals';
import type { Session } from '../session/session.ts';
import type { Edition } from './editions.ts';

/** Editions that the owner of the Live can show; empty until they are loaded. */
export interface Library {
  readonly editions: ReadonlySignal<readonly Edition[]>;
}

const PAGE = 100;

export function openLibrary({ client, owner }: Session): Library {
  const editions = signal<readonly Edition[]>([]);
  const readPage = (after: string | undefined) => {
    const query = { limit: PAGE, after };
    return owner.kind === 'organization'
      ? client.GET('/v1/organizations/{organization_id}/translations', {
          params: { path: { organization_id: owner.id }, query },
        })
      : client.GET('/v1/accounts/{account_id}/translations', { params: { path: { account_id: owner.id }, query } });
  };
  const read = async () => {
    const found: Edition[] = [];
    let after: string | undefined;
    do {
      const { data } = await readPage(after);
      found.push(...data.data);
      after = data.next_cursor ?? undefined;
    } while (after);
    editions.value = found;
  };
  // Ignores errors: without editions only `@` fails.
  read().catch(() => {});
  return { editions };
}
