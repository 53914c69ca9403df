/** Resolution of last-used times, and delay before they are saved. */
const RECORD_INTERVAL_MS = 3_600_000;
const SAVE_AFTER_MS = 1_000;
/** Credentials whose next recording time is kept in memory. */
const RECORDED_MAX = 10_000;

/** Saves last-used times by credential id. */
type SaveUses = (uses: ReadonlyMap<string, string>) => Promise<void>;

/** Records when credentials or grants were last used, at most once per hour each. Requests never wait for it. */
export class LastUsedRecorder {
  readonly #saveUses: SaveUses;
  readonly #warn: (error: Error) => void;
  /** Next time to record, by credential id. */
  readonly #due = new Map<string, number>();
  #unsaved = new Map<string, string>();
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(saveUses: SaveUses, warn: (error: Error) => void) {
    this.#saveUses = saveUses;
    this.#warn = warn;
  }

  record(credentialId: string, now: number): void {
    if (now < (this.#due.get(credentialId) ?? 0)) return;
    // Clearing only causes some credentials to be recorded again early.
    if (this.#due.size >= RECORDED_MAX) this.#due.clear();
    this.#due.set(credentialId, now + RECORD_INTERVAL_MS);
    this.#unsaved.set(credentialId, new Date(now).toISOString());
    this.#timer ??= setTimeout(() => this.flush(), SAVE_AFTER_MS).unref();
  }

  /** Resolves when all recorded uses are saved. Failed saves are dropped; the next use is recorded after an hour. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#unsaved;
    if (uses.size === 0) return this.#saving;
    this.#unsaved = new Map();
    this.#saving = this.#saving.then(() => this.#saveUses(uses)).catch(this.#warn);
    return this.#saving;
  }
}
