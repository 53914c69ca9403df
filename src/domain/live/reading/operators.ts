import { OPERATOR_PRESENCE_SECONDS, OPERATORS_MAX, OPERATORS_REPORT_SECONDS } from '../../../contract/limits.ts';
import type { OperatorKind } from '../../../contract/scopes.ts';
import type { OperatorRecord, OperatorStore } from '../../../storage/storage.ts';
import { type Clock, toTime } from '../../clock.ts';

/** The most credentials to read. Several can belong to one user. */
const CREDENTIALS_MAX = 5 * OPERATORS_MAX;

/** An operator of a Live, as shown to the others. [D64] */
export interface PresentOperator {
  /** The name of the member, app or link, or of a token that belongs to no user. */
  readonly name: string;
  readonly kind: OperatorKind;
  readonly since: string;
}

interface Sighting {
  readonly liveId: string;
  readonly credentialId: string;
  readonly since: string;
  lastMs: number;
}

/**
 * Tracks which operators watch and change Lives. Each node reports to the storage every few seconds whom it has
 * observed. [D64]
 */
export class OperatorPresence {
  readonly #store: OperatorStore;
  readonly #clock: Clock;
  readonly #warn: (error: Error) => void;
  /** The operators observed since the last report. */
  #unreported = new Map<string, Sighting>();
  #timer: NodeJS.Timeout | null = null;
  #reporting: Promise<void> = Promise.resolve();

  constructor(store: OperatorStore, clock: Clock, warn: (error: Error) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#warn = warn;
  }

  /**
   * Records that a credential is active on a Live. Call it when the credential changes the Live, when its watch begins
   * and ends, and, for a remote link, repeatedly while its page is open. Ignores null: a write without a credential.
   */
  record(liveId: string, credentialId: string | null): void {
    if (credentialId === null) return;
    const key = `${liveId} ${credentialId}`;
    const known = this.#unreported.get(key);
    if (known) known.lastMs = performance.now();
    else this.#unreported.set(key, { liveId, credentialId, since: toTime(this.#clock()), lastMs: performance.now() });
    this.#timer ??= setTimeout(() => void this.#flush(), OPERATORS_REPORT_SECONDS * 1000).unref();
  }

  /**
   * Lists the operators of a Live on all nodes. Other nodes' operators may be a few seconds out of date. Throws
   * `unavailable`.
   */
  async list(liveId: string): Promise<PresentOperator[]> {
    if (this.#unreported.values().some((sighting) => sighting.liveId === liveId)) await this.#flush();
    return byName(await this.#store.find(liveId, CREDENTIALS_MAX)).slice(0, OPERATORS_MAX);
  }

  /** Reports what has not been reported yet. */
  close(): Promise<void> {
    return this.#unreported.size > 0 ? this.#flush() : this.#reporting;
  }

  /** Starts a report after the previous one has ended. The next report includes what is recorded in the meantime. */
  #flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#reporting = this.#reporting.then(() => this.#report());
    return this.#reporting;
  }

  async #report(): Promise<void> {
    const observed = this.#unreported;
    if (observed.size === 0) return;
    this.#unreported = new Map();
    const nowMs = performance.now();
    const sightings = [...observed.values()].map(({ lastMs, ...sighting }) => ({
      ...sighting,
      secondsAgo: Math.round((nowMs - lastMs) / 1000),
    }));
    try {
      await this.#store.report(sightings.filter(({ secondsAgo }) => secondsAgo < OPERATOR_PRESENCE_SECONDS));
    } catch (error) {
      // The next watch, within half a minute, records the operators again.
      this.#warn(error as Error);
    }
  }
}

/** Merges the credentials of each member. Apps and tokens are listed once each. */
function byName(records: readonly OperatorRecord[]): PresentOperator[] {
  const operators = new Map<string, PresentOperator>();
  for (const { kind, credentialId, member, name, since } of records) {
    const key = member?.id ?? credentialId;
    if (!operators.has(key)) operators.set(key, { name: member?.name ?? name, kind, since });
  }
  return [...operators.values()];
}
