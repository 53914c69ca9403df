import { LRUCache } from 'lru-cache';
import type { LiveState, Storage } from '../../storage/storage.ts';
import type { Actors } from './actors.ts';

/** Items of queues that are kept ready, all Lives together; every Live counts for a few by itself. */
const CACHED_ITEMS = 200_000;
const LIVE_WEIGHT = 10;

/** Nothing else reaches the database as the id of a Live. */
export const isLiveId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** Makes ready what a state only names, for those who show it: rights of editions, slides. */
export type LoadDependencies = (state: Pick<LiveState, 'record' | 'items'>) => Promise<void>;

/** Lives are kept at the latest state that this process saw, and read again where the storage does not say that this is fresh. */
export class LiveStates {
  readonly loadMaterial: LoadDependencies;
  readonly #storage: Storage;
  readonly #actors: Actors;
  readonly #findFollowed: (id: string) => LiveState | null | undefined;
  readonly #states = new LRUCache<string, LiveState>({ maxSize: CACHED_ITEMS });

  /** `findFollowed` gives the state of a Live that is followed: it is in memory, however many other Lives are. */
  constructor(
    storage: Storage,
    actors: Actors,
    loadMaterial: LoadDependencies,
    findFollowed: (id: string) => LiveState | null | undefined,
  ) {
    this.#storage = storage;
    this.#actors = actors;
    this.loadMaterial = loadMaterial;
    this.#findFollowed = findFollowed;
  }

  /** The state that this process saw last. Another process may have changed or deleted the Live since. */
  findCached(id: string): LiveState | undefined {
    return this.#states.get(id);
  }

  all(): IteratorObject<LiveState> {
    return this.#states.values();
  }

  /** Null for an unknown Live. */
  async find(id: string): Promise<LiveState | null> {
    if (!isLiveId(id)) return null;
    const known = this.#states.get(id);
    return this.#storage.reuseOrRead(known, async () =>
      known && (await this.#isCurrent(known)) ? known : this.loadInTurn(id),
    );
  }

  /** Loading takes its turn among the writes, so that an older state can never replace a newer one. */
  loadInTurn(id: string): Promise<LiveState | null> {
    return this.#actors.run(id, () => this.load(id));
  }

  /** To be called in the turn of the Live. Null for an unknown one. */
  load(id: string): Promise<LiveState | null> {
    const kept = this.#states.get(id);
    return this.#storage.reuseOrRead(kept, () => this.#reload(id, kept ?? this.#findFollowed(id)));
  }

  async isOutdated(known: LiveState): Promise<boolean> {
    return !(await this.#storage.reuseOrRead(true, () => this.#isCurrent(known)));
  }

  /** Keeps the state, unless a later one is kept. */
  keep(state: LiveState): void {
    const known = this.#states.get(state.record.id);
    if (known && isLaterState(known, state)) return;
    // The cache takes nothing that is larger than itself.
    const size = Math.min(LIVE_WEIGHT + state.items.length, CACHED_ITEMS);
    this.#states.set(state.record.id, state, { size });
  }

  forget(id: string): void {
    this.#states.delete(id);
  }

  async #reload(id: string, known: LiveState | null | undefined): Promise<LiveState | null> {
    if (known && (await this.#isCurrent(known))) {
      this.keep(known);
      return known;
    }
    const state = await this.#storage.lives.load(id);
    if (!state) {
      this.forget(id);
      return null;
    }
    await this.loadMaterial(state);
    this.keep(state);
    return state;
  }

  async #isCurrent({ record, profile, backstage: aside }: LiveState): Promise<boolean> {
    const version = await this.#storage.lives.findVersion(record.id);
    return (
      version?.sequence === record.sequence &&
      version.profileVersion === profile.version &&
      version.backstageVersion === aside.version
    );
  }
}

export const isLaterState = (one: LiveState, other: LiveState): boolean =>
  one.record.sequence > other.record.sequence ||
  (one.record.sequence === other.record.sequence && versionBeside(one) > versionBeside(other));

/** Of what changes without the sequence. Each version only grows, and so does their sum. */
const versionBeside = ({ profile, backstage: aside }: LiveState): number => profile.version + aside.version;
