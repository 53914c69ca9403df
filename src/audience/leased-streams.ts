import { LecternError } from '../contract/lectern-error.ts';
import { newId } from '../domain/identifiers.ts';
import type { LeaseStore, PageLease } from '../storage/storage.ts';
import { toFrame } from './frame.ts';
import type { Seat } from './room.ts';

/** Open page of an output or remote link. */
export interface LeasedPage {
  readonly lease: PageLease;
  readonly seat: Seat;
}

/** Open pages on this node, each with a lease that all nodes count. `Reason` says why a page ends for good. */
export class LeasedStreams<Page extends LeasedPage, Reason extends string> {
  readonly #store: LeaseStore;
  readonly #limit: number;
  readonly #onReleaseFailed: (error: unknown) => void;
  readonly #node = newId();
  readonly #pages = new Map<string, Page>();

  /** `limit` is the most open pages of one output or remote link on all nodes. */
  constructor(store: LeaseStore, limit: number, onReleaseFailed: (error: unknown) => void) {
    this.#store = store;
    this.#limit = limit;
    this.#onReleaseFailed = onReleaseFailed;
  }

  get pages(): Page[] {
    return [...this.#pages.values()];
  }

  has({ lease }: Page): boolean {
    return this.#pages.has(lease.id);
  }

  /**
   * Opens a page of an output or remote link. Above the limit the oldest pages end. Rejects with `not_found` if the
   * holder is deleted, and like `join`, which returns null if the connection is closed.
   */
  async open(holderId: string, join: (lease: PageLease) => Promise<Page | null>): Promise<Page | null> {
    const lease = { id: newId(), holderId, node: this.#node };
    const ended = await this.#store.connect(lease, this.#limit);
    if (!ended) throw new LecternError('not_found');
    this.endReplaced(ended);
    let page: Page | null = null;
    try {
      page = await join(lease);
    } finally {
      if (!page) await this.#release(lease);
    }
    if (!page) return null;
    this.#pages.set(lease.id, page);
    page.seat.connection.onClose(() => {
      this.#pages.delete(lease.id);
      void this.#release(lease);
    });
    return page;
  }

  /** Ends a page, which then does not reconnect. */
  end(page: Page, reason: Reason | 'replaced'): void {
    if (!this.#pages.delete(page.lease.id)) return;
    page.seat.connection.write(toFrame({ name: 'ended', data: reason }), null);
    page.seat.leave();
  }

  /** Ends the pages of these leases, if they are on this node. */
  endReplaced(leaseIds: readonly string[]): void {
    for (const id of leaseIds) {
      const page = this.#pages.get(id);
      if (page) this.end(page, 'replaced');
    }
  }

  /** Renews the leases. Returns the pages that have lost theirs. Rejects with `unavailable`. */
  async renew(): Promise<Page[]> {
    const { pages } = this;
    if (pages.length === 0) return [];
    const leases = pages.map(({ lease }) => lease);
    const lost = await this.#store.renew(this.#node, leases);
    return pages.filter((page) => lost.includes(page.lease) && this.has(page));
  }

  /** Releases the leases after all streams have ended. */
  async close(): Promise<void> {
    await Promise.all(this.pages.map(({ lease }) => this.#release(lease)));
  }

  async #release(lease: PageLease): Promise<void> {
    try {
      await this.#store.disconnect(lease);
    } catch (error) {
      this.#onReleaseFailed(error);
    }
  }
}
