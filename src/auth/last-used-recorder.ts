/** How exactly it is known when a credential was last used, and how soon it is written. */
const NOTE_EVERY_MS = 3_600_000;
const SAVE_AFTER_MS = 1_000;
/** Credentials whose latest note is remembered. */
const NOTED_MAX = 10_000;

/** Writes down when each was used, by its id. */
type NoteUses = (uses: ReadonlyMap<string, string>) => Promise<void>;

/** Remembers when credentials or grants are used: at most once an hour each, and never while a request waits for it. */
export class LastUsedRecorder {
  readonly #noteUses: NoteUses;
  readonly #warn: (error: Error) => void;
  /** By credential id, when it is to be noted again. */
  readonly #due = new Map<string, number>();
  #unsaved = new Map<string, string>();
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(noteUses: NoteUses, warn: (error: Error) => void) {
    this.#noteUses = noteUses;
    this.#warn = warn;
  }

  record(credentialId: string, now: number): void {
    if (now < (this.#due.get(credentialId) ?? 0)) return;
    // More are noted once more than they need be.
    if (this.#due.size >= NOTED_MAX) this.#due.clear();
    this.#due.set(credentialId, now + NOTE_EVERY_MS);
    this.#unsaved.set(credentialId, new Date(now).toISOString());
    this.#timer ??= setTimeout(() => this.flush(), SAVE_AFTER_MS).unref();
  }

  /** Resolves when all that was noted is written. What could not be is noted again after an hour. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#unsaved;
    if (uses.size === 0) return this.#saving;
    this.#unsaved = new Map();
    this.#saving = this.#saving.then(() => this.#noteUses(uses)).catch(this.#warn);
    return this.#saving;
  }
}
