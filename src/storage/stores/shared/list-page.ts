/**
 * A page of a list: at most `limit` items after a position, usually that of the last item of the previous page. Null is
 * the beginning.
 */
export interface ListPage<Position = { createdAt: string; id: string }> {
  readonly limit: number;
  readonly after: Position | null;
}
