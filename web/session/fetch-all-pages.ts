import { PAGE_MAX_ITEMS } from '../../src/contract/limits.ts';

/** Query parameters of one result page. */
interface PageQuery {
  readonly limit: number;
  readonly after: string | undefined;
}

interface ResultPage<Item> {
  readonly data: { readonly data: readonly Item[]; readonly next_cursor: string | null };
}

/** Fetches all items of a paginated collection. `fetchPage` fetches the result page for a query. */
export async function fetchAllPages<Item>(fetchPage: (query: PageQuery) => Promise<ResultPage<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const { data } = await fetchPage({ limit: PAGE_MAX_ITEMS, after });
    items.push(...data.data);
    after = data.next_cursor ?? undefined;
  } while (after);
  return items;
}
