import { LRUCache } from 'lru-cache';
import type { LiveState, Storage } from '../../../storage/storage.ts';
import type { Actors } from './actors.ts';

/** The most queue items cached, for all Lives together. Each Live counts as a few items more. */
const CACHED_ITEMS = 200_000;
const LIVE_WEIGHT = 10;

/** Returns true if the text can be the id of a Live. Other texts are never queried. */
export const isLiveId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** Loads what a state refers to and viewers need: the rights of editions, slides, and the note of the plan's entry. */
export type LoadDependencies = (state: Pick<LiveState, 'record' | 'items' | 'backstage'>) => Promise<void>;

/**
 * Caches the latest known state of each Live. Reads it again if the storage cannot confirm that the cached one is
 * current.
 */
export class LiveStates {
  readonly loadDependencies: LoadDependencies;
  readonly #storage: Storage;
  readonly #actors: Actors;
  readonly #findFollowed: (id: string) => LiveState | null | undefined;
  readonly #states = new LRUCache<string, LiveState>({ maxSize: CACHED_ITEMS });

  /** `findFollowed` returns the state of a followed Live, which stays in memory even if this cache evicts it. */
  constructor(
    storage: Storage,
    actors: Actors,
    loadDependencies: LoadDependencies,
    findFollowed: (id: string) => LiveState | null | undefined,
  ) {
    this.#storage = storage;
    this.#actors = actors;
    this.loadDependencies = loadDependencies;
    this.#findFollowed = findFollowed;
  }

  /** Returns the cached state, which may be stale: another process may have changed or deleted the Live. */
  findCached(id: string): LiveState | undefined {
    return this.#states.get(id);
  }

  all(): IteratorObject<LiveState> {
    return this.#states.values();
  }

  /** Returns the current state, or null for an unknown Live. */
  async find(id: string): Promise<LiveState | null> {
    if (!isLiveId(id)) return null;
    const known = this.#states.get(id);
    return this.#storage.reuseOrRead(known, async () =>
      known && (await this.#isCurrent(known)) ? known : this.loadInTurn(id),
    );
  }

  /** Loads a Live within its actor, so that an older state never replaces a newer one. */
  loadInTurn(id: string): Promise<LiveState | null> {
    return this.#actors.run(id, () => this.load(id));
  }

  /** Loads a Live; call it within the actor of the Live. Returns null for an unknown Live. */
  load(id: string): Promise<LiveState | null> {
    const kept = this.#states.get(id);
    return this.#storage.reuseOrRead(kept, () => this.#reload(id, kept ?? this.#findFollowed(id)));
  }

  async isOutdated(known: LiveState): Promise<boolean> {
    return !(await this.#storage.reuseOrRead(true, () => this.#isCurrent(known)));
  }

  /** Caches the state unless a later one is cached. */
  keep(state: LiveState): void {
    const known = this.#states.get(state.record.id);
    if (known && isLaterState(known, state)) return;
    // The cache rejects entries that are larger than itself.
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
    await this.loadDependencies(state);
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
  (one.record.sequence === other.record.sequence &&
    profileAndBackstageVersion(one) > profileAndBackstageVersion(other));

/** Returns the combined version of what changes without the sequence. Each version only grows, and so does the sum. */
const profileAndBackstageVersion = ({ profile, backstage: aside }: LiveState): number =>
  profile.version + aside.version;
