import { OPERATOR_PRESENCE_SECONDS, OPERATORS_MAX, OPERATORS_REPORT_SECONDS } from '../../contract/limits.ts';
import type { OperatorKind } from '../../contract/scopes.ts';
import type { OperatorRecord, OperatorStore } from '../../storage/storage.ts';
import { type Clock, toTime } from '../clock.ts';

/** Credentials that are looked at: several can be one person's. */
const CREDENTIALS_MAX = 5 * OPERATORS_MAX;

/** Somebody who operates a Live, as others see it. [D64] */
export interface PresentOperator {
  /** Of the member, the app, the remote link, or the token where it is nobody's but the account's or the organization's. */
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

/** Who watches and changes Lives. Each node tells the storage every few seconds whom it has seen. [D64] */
export class OperatorPresence {
  readonly #store: OperatorStore;
  readonly #clock: Clock;
  readonly #warn: (error: Error) => void;
  /** Those who have been seen since the last report. */
  #untold = new Map<string, Sighting>();
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();

  constructor(store: OperatorStore, clock: Clock, warn: (error: Error) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#warn = warn;
  }

  /**
   * To be called when a credential has changed a Live, and when a watch of it begins and ends; of a remote link, also from time to time
   * while its page is open. Null: a write without either.
   */
  record(liveId: string, credentialId: string | null): void {
    if (credentialId === null) return;
    const key = `${liveId} ${credentialId}`;
    const known = this.#untold.get(key);
    if (known) known.lastMs = performance.now();
    else this.#untold.set(key, { liveId, credentialId, since: toTime(this.#clock()), lastMs: performance.now() });
    this.#timer ??= setTimeout(() => void this.#tell(), OPERATORS_REPORT_SECONDS * 1000).unref();
  }

  /** Of all nodes, as of now for this one; the others' is a few seconds old at most. Throws `unavailable`. */
  async list(liveId: string): Promise<PresentOperator[]> {
    if (this.#untold.values().some((sighting) => sighting.liveId === liveId)) await this.#tell();
    return byName(await this.#store.find(liveId, CREDENTIALS_MAX)).slice(0, OPERATORS_MAX);
  }

  /** Tells what is untold. */
  close(): Promise<void> {
    return this.#untold.size > 0 ? this.#tell() : this.#telling;
  }

  /** One report at a time; the next one has what was noted meanwhile. */
  #tell(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#telling = this.#telling.then(() => this.#report());
    return this.#telling;
  }

  async #report(): Promise<void> {
    const told = this.#untold;
    if (told.size === 0) return;
    this.#untold = new Map();
    const nowMs = performance.now();
    const sightings = [...told.values()].map(({ lastMs, ...sighting }) => ({
      ...sighting,
      secondsAgo: Math.round((nowMs - lastMs) / 1000),
    }));
    try {
      await this.#store.report(sightings.filter(({ secondsAgo }) => secondsAgo < OPERATOR_PRESENCE_SECONDS));
    } catch (error) {
      // They are seen again soon: a watch takes half a minute at most.
      this.#warn(error as Error);
    }
  }
}

/** A member is named once, however many credentials the member has; so is an app or a token. */
function byName(records: readonly OperatorRecord[]): PresentOperator[] {
  const operators = new Map<string, PresentOperator>();
  for (const { kind, credentialId, member, name, since } of records) {
    const key = member?.id ?? credentialId;
    if (!operators.has(key)) operators.set(key, { name: member?.name ?? name, kind, since });
  }
  return [...operators.values()];
}
