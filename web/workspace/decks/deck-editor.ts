import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../../session/session.ts';
import type { DeckDocument } from './deck-document.ts';
import type { DeckRest, StoredDeck } from './deck-rest.ts';

const SAVE_AFTER_MS = 700;
const KEEP_DRAFT_AFTER_MS = 200;
const RETRY_MS = 5_000;
const UNDO_MAX = 200;

/** State of the automatic saving. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: Date | null }
  | { readonly kind: 'unsaved' | 'saving' }
  | { readonly kind: 'failed'; readonly message: string };

interface Draft {
  readonly etag: string;
  readonly document: DeckDocument;
}

interface Options {
  readonly session: Session;
  readonly rest: DeckRest;
  readonly deck: StoredDeck;
  /** Whether the person may change the deck. */
  readonly mayEdit: boolean;
  readonly messages: { readonly noResponse: string; readonly noTitle: string };
}

/**
 * Editor of a deck: its document with undo, saved automatically after each change. Unsaved changes are kept in the
 * session storage of the tab, and survive a reload.
 */
export class DeckEditor {
  readonly id: string;
  readonly mayEdit: boolean;
  readonly document: ReadonlySignal<DeckDocument>;
  readonly saveState: ReadonlySignal<SaveState>;
  /** Revision of the deck that was saved last. */
  readonly revision: ReadonlySignal<number>;
  /** Stored deck that another person changed meanwhile. Nothing is saved until `resolve` is called. */
  readonly conflict: ReadonlySignal<StoredDeck | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Whether a draft of an earlier page was restored. */
  readonly isRestored: boolean;
  /** Id of the selected slide. */
  readonly selected: Signal<string | null>;

  readonly #rest: DeckRest;
  readonly #messages: Options['messages'];
  readonly #document: Signal<DeckDocument>;
  readonly #saveState: Signal<SaveState> = signal({ kind: 'saved', at: null });
  readonly #revision: Signal<number>;
  readonly #conflict = signal<StoredDeck | null>(null);
  readonly #past = signal<readonly DeckDocument[]>([]);
  readonly #future = signal<readonly DeckDocument[]>([]);
  readonly #cleanups: (() => void)[] = [];
  #etag: string;
  #stored: DeckDocument;
  #merge: string | null = null;
  #isSaving = false;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({ session, rest, deck, mayEdit, messages }: Options) {
    this.id = deck.id;
    this.mayEdit = mayEdit;
    this.#rest = rest;
    this.#messages = messages;
    this.#etag = deck.etag;
    this.#stored = deck.document;
    this.#revision = signal(deck.revision);
    const draft = mayEdit ? this.#readDraft() : null;
    this.isRestored = draft !== null;
    this.#document = signal(draft?.document ?? deck.document);
    this.selected = signal(this.#document.value.slides[0]?.id ?? null);
    this.document = this.#document;
    this.saveState = this.#saveState;
    this.revision = this.#revision;
    this.conflict = this.#conflict;
    this.canUndo = computed(() => this.#past.value.length > 0);
    this.canRedo = computed(() => this.#future.value.length > 0);
    if (draft) {
      this.#saveState.value = { kind: 'unsaved' };
      if (draft.etag === deck.etag) this.#scheduleSave(0);
      else this.#conflict.value = deck;
    }
    const retry = () => void this.save();
    const hide = () => this.#writeDraft();
    const warn = (event: BeforeUnloadEvent) => {
      if (this.isUnsaved) event.preventDefault();
    };
    addEventListener('online', retry);
    addEventListener('pagehide', hide);
    addEventListener('beforeunload', warn);
    this.#cleanups.push(
      () => removeEventListener('online', retry),
      () => removeEventListener('pagehide', hide),
      () => removeEventListener('beforeunload', warn),
      // Saves again after the person has signed in again.
      effect(() => {
        if (!session.expired.value && this.#saveState.peek().kind === 'failed') this.#scheduleSave(0);
      }),
    );
  }

  get isUnsaved(): boolean {
    return this.#document.peek() !== this.#stored;
  }

  close(): void {
    for (const clean of this.#cleanups) clean();
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#draftTimer);
  }

  /** Changes the document. Consecutive changes with the same `merge` are undone together. */
  edit(change: (document: DeckDocument) => DeckDocument, merge: string | null = null): void {
    const before = this.#document.peek();
    const after = change(before);
    if (!this.mayEdit || after === before) return;
    batch(() => {
      if (merge === null || merge !== this.#merge || !this.canUndo.peek()) {
        this.#past.value = [...this.#past.peek(), before].slice(-UNDO_MAX);
      }
      this.#merge = merge;
      this.#future.value = [];
      this.#set(after);
    });
  }

  undo(): void {
    this.#travel(this.#past, this.#future);
  }

  redo(): void {
    this.#travel(this.#future, this.#past);
  }

  /** Resolves a conflict: saves this document over the other one, or takes the other one, which can be undone. */
  resolve(keep: 'mine' | 'theirs'): void {
    const theirs = this.#conflict.peek();
    if (!theirs) return;
    this.#etag = theirs.etag;
    this.#stored = theirs.document;
    this.#conflict.value = null;
    this.#revision.value = theirs.revision;
    if (keep === 'mine') this.#scheduleSave(0);
    else {
      this.edit(() => theirs.document);
      this.#finish(null);
    }
  }

  /** Saves unsaved changes now. Resolves when no save is running; check `isUnsaved`. */
  async save(): Promise<void> {
    clearTimeout(this.#saveTimer);
    if (this.#isSaving || this.#conflict.peek() || !this.isUnsaved) return;
    const document = this.#document.peek();
    if (document.title.trim() === '') {
      this.#saveState.value = { kind: 'failed', message: this.#messages.noTitle };
      return;
    }
    this.#isSaving = true;
    this.#saveState.value = { kind: 'saving' };
    try {
      const { etag, revision } = await this.#rest.replace(this.id, this.#etag, document);
      this.#etag = etag;
      this.#revision.value = revision;
      this.#stored = document;
      if (this.isUnsaved) this.#saveState.value = { kind: 'unsaved' };
      else this.#finish(new Date());
    } catch (error) {
      await this.#onFailure(error, document);
    } finally {
      this.#isSaving = false;
    }
    if (this.#saveState.peek().kind === 'unsaved') this.#scheduleSave(SAVE_AFTER_MS);
  }

  async #onFailure(error: unknown, document: DeckDocument): Promise<void> {
    if (error instanceof LecternProblem && error.status === 412) {
      try {
        const deck = await this.#rest.get(this.id);
        // The response to an earlier save was lost.
        if (serializeContent(deck.document) === serializeContent(document)) {
          this.#etag = deck.etag;
          this.#revision.value = deck.revision;
          this.#stored = document;
          if (this.isUnsaved) this.#saveState.value = { kind: 'unsaved' };
          else this.#finish(new Date());
        } else {
          this.#saveState.value = { kind: 'unsaved' };
          this.#conflict.value = deck;
        }
        return;
      } catch (failure) {
        this.#fail(failure);
        return;
      }
    }
    this.#fail(error);
  }

  #fail(error: unknown): void {
    const problem = error instanceof LecternProblem ? error : null;
    const [first] = problem?.errors ?? [];
    const slide = /^\/slides\/(\d+)/.exec(first?.pointer ?? '')?.[1];
    const detail = first
      ? `${slide ? `${Number(slide) + 1}: ` : ''}${first.message}`
      : (problem?.detail ?? problem?.title);
    this.#saveState.value = { kind: 'failed', message: detail ?? this.#messages.noResponse };
    // Requests that are refused are sent again only after a change.
    if (!problem || problem.status >= 500 || problem.status === 429) this.#scheduleSave(RETRY_MS);
  }

  #travel(from: Signal<readonly DeckDocument[]>, to: Signal<readonly DeckDocument[]>): void {
    const target = from.peek().at(-1);
    if (!target || !this.mayEdit) return;
    batch(() => {
      from.value = from.peek().slice(0, -1);
      to.value = [...to.peek(), this.#document.peek()];
      this.#merge = null;
      this.#set(target);
    });
  }

  #set(document: DeckDocument): void {
    const selected = this.selected.peek();
    const index = this.#document.peek().slides.findIndex(({ id }) => id === selected);
    this.#document.value = document;
    if (!document.slides.some(({ id }) => id === selected)) {
      const nearest = document.slides[Math.min(Math.max(index, 0), document.slides.length - 1)];
      this.selected.value = nearest?.id ?? null;
    }
    // Undo can lead back to what is stored.
    if (!this.isUnsaved && !this.#isSaving) {
      this.#finish(new Date());
      return;
    }
    if (this.#saveState.peek().kind !== 'saving') this.#saveState.value = { kind: 'unsaved' };
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.#writeDraft(), KEEP_DRAFT_AFTER_MS);
    this.#scheduleSave(SAVE_AFTER_MS);
  }

  #finish(at: Date | null): void {
    this.#saveState.value = { kind: 'saved', at };
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#draftTimer);
    this.#clearDraft();
  }

  #scheduleSave(ms: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.save(), ms);
  }

  get #draftKey(): string {
    return `deck-draft/${this.id}`;
  }

  #readDraft(): Draft | null {
    try {
      const draft: unknown = JSON.parse(sessionStorage.getItem(this.#draftKey) ?? 'null');
      return draft as Draft | null;
    } catch {
      return null;
    }
  }

  #writeDraft(): void {
    if (!this.isUnsaved) return;
    const draft: Draft = { etag: this.#etag, document: this.#document.peek() };
    try {
      sessionStorage.setItem(this.#draftKey, JSON.stringify(draft));
    } catch {
      // Without storage, changes are kept only in this page.
    }
  }

  #clearDraft(): void {
    try {
      sessionStorage.removeItem(this.#draftKey);
    } catch {
      // Storage can be disabled.
    }
  }
}

const serializeContent = ({ title, kind, slides, order, footer }: DeckDocument): string =>
  JSON.stringify([
    title.trim(),
    kind,
    slides.map(({ id, layout, title: heading, text, reference, image }) => [
      id,
      layout,
      heading,
      text,
      reference,
      image,
    ]),
    order,
    footer && [footer.authors, footer.copyright, footer.ccli, footer.source].map((field) => field?.trim() || null),
  ]);
