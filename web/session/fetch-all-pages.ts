interface ResultPage<Item> {
  readonly data: { readonly data: readonly Item[]; readonly next_cursor: string | null };
}

/** Fetches all items of a paginated collection. `fetchPage` fetches the result page after a cursor. */
export async function fetchAllPages<Item>(
  fetchPage: (after: string | undefined) => Promise<ResultPage<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const { data } = await fetchPage(after);
    items.push(...data.data);
    after = data.next_cursor ?? undefined;
  } while (after);
  return items;
}
