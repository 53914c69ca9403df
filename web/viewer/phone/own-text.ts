import type { PhoneChapter, PhoneText } from '../../../src/contract/phones.ts';
import type { ViewerItem, ViewerState } from '../../../src/contract/viewer.ts';
import { chooseText, isOnScreen } from './choose-text.ts';
import { readJson, SPREAD_MS } from './phone-data.ts';
import { type PhoneChapterContent, translateItems } from './translate-items.ts';

/** Time after which a chapter that could not be loaded is requested again. */
const RETRY_MS = 30_000;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'> | null;
type Content = Pick<ViewerState, 'items' | 'editions' | 'focus'>;

interface Options {
  readonly base: string;
  readonly liveId: string;
  readonly storage: Storage;
  /** Called when there is something else to show. */
  readonly changed: () => void;
}

/** The edition that this phone shows: a person's choice, kept for the Live, or one by the languages of the browser. */
export class OwnText {
  readonly #options: Options;
  readonly #key: string;
  /** Where the edition that the languages of the browser chose is kept. */
  readonly #lastKey: string;
  readonly #chapters = new Map<string, PhoneChapterContent>();
  readonly #translated = new WeakMap<readonly ViewerItem[], { version: string; content: Content }>();
  /** Undefined until the choice is known; null: as on the screen. */
  #text: PhoneText | null | undefined;
  #texts: readonly PhoneText[] | null = null;
  #listing: Promise<readonly PhoneText[]> | null = null;
  /** Counts what was loaded, so that a translated queue is reused until then. */
  #version = 0;
  #hasChosen = false;
  #isFirst = true;

  constructor(options: Options) {
    this.#options = options;
    this.#key = `lectern-text ${options.liveId}`;
    this.#lastKey = `${this.#key} last`;
    const kept = readKept(options.storage, this.#key);
    if (kept !== undefined) {
      this.#text = kept;
      this.#hasChosen = true;
    }
  }

  /** The edition that is shown; null: as on the screen. */
  get chosen(): PhoneText | null {
    return this.#text ?? null;
  }

  /** The offered editions; null until they were requested. */
  get texts(): readonly PhoneText[] | null {
    return this.#texts;
  }

  /** Chooses an edition; null: as on the screen. */
  choose(text: PhoneText | null): void {
    this.#text = text;
    this.#hasChosen = true;
    this.#isFirst = true;
    this.#version++;
    this.#keep(this.#key, text);
    this.#options.changed();
  }

  #keep(key: string, text: PhoneText | null): void {
    try {
      this.#options.storage?.setItem(key, JSON.stringify(text));
    } catch {
      // The storage is full or read-only; the choice lasts until the page is closed.
    }
  }

  /** Requests the offered editions. Resolves to an empty list if that fails. */
  async list(): Promise<readonly PhoneText[]> {
    this.#listing ??= this.#readList();
    try {
      return await this.#listing;
    } catch {
      this.#listing = null;
      return [];
    }
  }

  async #readList(): Promise<readonly PhoneText[]> {
    const { data } = await readJson<{ data: PhoneText[] }>(`${this.#options.base}/texts`);
    this.#texts = data;
    this.#options.changed();
    return data;
  }

  /** Returns the state in the edition of this phone. Requests the chapters that it lacks. */
  translateState(state: ViewerState): ViewerState {
    if (state.slide || state.items.length === 0) return state;
    if (this.#text === undefined) this.#decide(state);
    const text = this.#text;
    if (!text) return state;
    const { items, editions, focus } = this.translate(state, text);
    // The divisions of long lines are those of the screen's texts.
    return { ...state, items, editions, focus, part: 0, paging: { ...state.paging, page_characters: 1e6 } };
  }

  translate(content: Content, text = this.#text): Content {
    if (!text) return content;
    const version = `${text.slug} ${text.revision} ${this.#version} ${content.focus}`;
    const known = this.#translated.get(content.items);
    if (known?.version === version) return known.content;
    const translated = translateItems(content, text, (item) => this.#chapterOf(item, text));
    this.#translated.set(content.items, { version, content: translated });
    return translated;
  }

  /** Decides by the address and the languages of the browser, once the screen shows a text. */
  #decide({ items, editions }: ViewerState): void {
    const wanted = new URLSearchParams(location.search).get('translation')?.toLowerCase();
    const onScreen = [...new Set(items.map(({ edition }) => editions[edition]?.language ?? 'und'))];
    this.#text = null;
    if (wanted === undefined && isOnScreen(navigator.languages, onScreen)) return;
    void this.list().then((texts) => {
      if (this.#hasChosen) return;
      const named = texts.find(({ slug }) => slug === wanted);
      // Without a network, the edition that was shown last has chapters that were kept.
      const last = this.#texts ? null : (readKept(this.#options.storage, this.#lastKey) ?? null);
      this.#text = named ?? last ?? chooseText(navigator.languages, onScreen, texts);
      if (this.#texts) this.#keep(this.#lastKey, this.#text);
      if (this.#text) this.#options.changed();
    });
  }

  #chapterOf({ numbering, book_id, chapter }: ViewerItem, text: PhoneText): PhoneChapterContent {
    if (numbering === undefined) return 'missing';
    const { slug, revision } = text;
    const path = [slug, revision, numbering, book_id, chapter].map(encodeURIComponent).join('/');
    const known = this.#chapters.get(path);
    if (known !== undefined) return known;
    this.#chapters.set(path, 'waiting');
    void this.#load(path, text, this.#isFirst ? 0 : Math.random() * SPREAD_MS);
    // Chapters of the same drawing are requested at once.
    queueMicrotask(() => {
      this.#isFirst = false;
    });
    return 'waiting';
  }

  async #load(path: string, text: PhoneText, delayMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    let content: PhoneChapterContent = 'missing';
    let isLost = false;
    try {
      const response = await fetch(`${this.#options.base}/text/${path}`);
      if (response.ok) content = (await response.json()) as PhoneChapter;
      else if (response.status === 404) await this.#renew(text);
      else isLost = true;
    } catch {
      isLost = true;
    }
    this.#chapters.set(path, content);
    this.#version++;
    if (isLost) setTimeout(() => this.#forget(path), RETRY_MS);
    this.#options.changed();
  }

  /** Reads the list again: the edition can have another revision, or not be offered any more. */
  async #renew({ slug, revision }: PhoneText): Promise<void> {
    this.#listing = null;
    const texts = await this.list();
    if (this.#listing === null || this.#text?.revision !== revision) return;
    const current = texts.find((each) => each.slug === slug) ?? null;
    if (current?.revision !== revision) this.#text = current;
  }

  #forget(path: string): void {
    this.#chapters.delete(path);
    this.#version++;
    this.#options.changed();
  }
}

/** Returns the kept choice; undefined without one. */
function readKept(storage: Storage, key: string): PhoneText | null | undefined {
  try {
    const stored = storage?.getItem(key);
    if (stored == null) return undefined;
    const text: Partial<PhoneText> | null = JSON.parse(stored);
    if (text === null) return null;
    const isText = [text.slug, text.revision, text.name, text.attribution].every((field) => typeof field === 'string');
    return isText ? (text as PhoneText) : undefined;
  } catch {
    return undefined;
  }
}
