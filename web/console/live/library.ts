import { type ReadonlySignal, signal } from '@preact/signals';
import { fetchAllPages } from '../../session/fetch-all-pages.ts';
import type { Session } from '../../session/session.ts';
import type { Edition } from './editions.ts';

/** Editions that the owner of the Live can show; empty until they are loaded. */
export interface Library {
  readonly editions: ReadonlySignal<readonly Edition[]>;
}

const PAGE_LIMIT = 100;

export function openLibrary({ client, owner }: Session): Library {
  const editions = signal<readonly Edition[]>([]);
  const read = async () => {
    editions.value = await fetchAllPages<Edition>((after) => {
      const query = { limit: PAGE_LIMIT, after };
      return owner.kind === 'organization'
        ? client.GET('/v1/organizations/{organization_id}/translations', {
            params: { path: { organization_id: owner.id }, query },
          })
        : client.GET('/v1/accounts/{account_id}/translations', { params: { path: { account_id: owner.id }, query } });
    });
  };
  // Ignores errors: without editions only `@` fails.
  read().catch(() => {});
  return { editions };
}
