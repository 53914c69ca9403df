/** What is read of a list: at most `limit` after a position, mostly that of the last row of the page before; null is the beginning. */
export interface ListPage<Position = { createdAt: string; id: string }> {
  readonly limit: number;
  readonly after: Position | null;
}
