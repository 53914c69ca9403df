import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { signal } from '@preact/signals';
import { createLecternClient, type LiveNow } from '../../clients/typescript/src/index.ts';
import { console as strings } from '../../src/locales/en/console/index.ts';
import { pressInBar } from '../../web/console/bar/press-in-bar.ts';
import { listenToKeys } from '../../web/console/commands/keyboard.ts';
import { performDeskEffect } from '../../web/console/commands/perform-desk-effect.ts';
import { createLiveActions } from '../../web/console/live/live-actions.ts';
import { openLiveControl } from '../../web/console/live/live-control.ts';
import { openBar } from '../../web/console/state/bar-state.ts';
import { openCitations } from '../../web/console/state/citations.ts';
import type { ConsoleContext } from '../../web/console/state/console-context.ts';
import { openFind } from '../../web/console/state/find-state.ts';
import { openHistory } from '../../web/console/state/history-state.ts';
import { openPlan } from '../../web/console/state/plan-state.ts';
import { openQueue } from '../../web/console/state/queue-state.ts';
import { openSlides } from '../../web/console/state/slides-state.ts';
import { openTranslationSlots } from '../../web/console/state/translation-slots.ts';
import { openLibrary } from '../../web/session/library.ts';
import type { Session } from '../../web/session/session.ts';
import { HISTORY, libraryResponse, lookupResponse, OTHER_LIVE } from './scripted-responses.ts';

type Json = Record<string, unknown>;

const LIVE = '/v1/lives/l1';
const PLANS = '/v1/organizations/o1/plans';
const ON_AIR = { reference: 'John 3:16' };
const EVENTUALLY_MS = 2_000;

const START = {
  mode: 'scripture',
  status: 'running',
  showing: true,
  paused: false,
  focus: ON_AIR,
  slide: null,
  returns: null,
  undo: null,
  changed: null,
  plan: null,
  stage: null,
  translations: ['kjv'],
  queue: { revision: 'q1', pages: 1, items: 1 },
};

/** Place in which a key is pressed: the bar, another field, a button, or a list. */
export type KeyPlace = 'bar' | 'field' | 'button' | 'list' | 'page';

/** A response that the console waits for. */
interface HeldResponse {
  /** Resolves when the server has handled the request. */
  readonly asked: Promise<unknown>;
  release(): void;
}

/**
 * The state of a console and its keys, without its page, against a scripted server. Call `close` at the end: it removes
 * the parts of a browser that this needs.
 */
export class ScriptedConsole {
  /** Requests that change something: method, address within the Live or its owner, and body. */
  readonly requests: string[] = [];
  /** Pages of the queue. */
  pages: object[] = [];
  readonly plans = new Map<string, Json & { entries: Json[] }>();
  readonly context: ConsoleContext;
  /** How often the bar has received the focus. */
  focused = 0;
  now: LiveNow;
  #sequence = 1;
  #pending = 0;
  #watcher: ((event: Response) => void) | null = null;
  #held: { matches: RegExp; asked: () => void; released: Promise<unknown> }[] = [];
  #isCut = false;
  #isClosed = false;
  #onConnectionChange: (() => void) | null = null;
  #onKeyDown: ((event: KeyboardEvent) => void) | null = null;
  readonly #page = { isDialogOpen: false };
  readonly #undo: () => void;

  constructor(state: object = {}) {
    this.setPlan('p1', []);
    this.now = { ...START, ...state, sequence: 1, etag: 'e1' } as unknown as LiveNow;
    this.#undo = this.#installPage();
    const send = (request: Request) => this.#send(request);
    const session = {
      owner: { kind: 'organization', id: 'o1', name: 'Grace', role: 'operator' },
      client: createLecternClient({ baseUrl: location.origin, token: 'none', fetch: send }),
      send,
      scopes: signal<ReadonlySet<string>>(new Set(['live.update'])),
      expired: signal(false),
    } as unknown as Session;
    const live = openLiveControl(session, 'l1', () => context.bar.beginShow());
    const actions = createLiveActions(strings.acts);
    const library = openLibrary(session);
    const slides = openSlides(live, strings);
    const bar = openBar(live, library, slides, strings.songParts, (effect) => performDeskEffect(context, effect));
    const citations = openCitations(live, library);
    const context = {
      strings,
      session,
      live,
      actions,
      bar,
      slides,
      citations,
      find: openFind(live, bar, library, citations),
      history: openHistory(live, actions, strings.find),
      queue: openQueue(live),
      plan: openPlan(live, actions, strings.plan, String, 'en'),
      middleList: signal('queue'),
      translations: openTranslationSlots(live, library),
      dialog: signal(null),
      help: signal(false),
    } as unknown as ConsoleContext;
    const field = { focus: () => this.focused++, setSelectionRange() {}, matches: () => false, closest: () => null };
    bar.input.current = field as unknown as HTMLInputElement;
    this.context = context;
    listenToKeys(context);
  }

  /** Opens a console, and waits until it knows the state of its Live. */
  static async open(state: object = {}): Promise<ScriptedConsole> {
    const opened = new ScriptedConsole(state);
    await opened.eventually('current', () => opened.context.live.connection.value.state);
    await opened.eventually(true, () => opened.context.history.entries.value !== null);
    await opened.settle();
    return opened;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { live, bar, citations, slides, find, history, queue, plan, translations } = this.context;
    for (const part of [live, bar, citations, slides, find, history, queue, plan, translations]) part.close();
    this.#undo();
  }

  get strip() {
    return this.context.live.strip.value;
  }

  /** Presses keys such as "Control+Shift+Z"; anything longer without "+" is typed into the bar. */
  async press(keys: readonly string[], place: KeyPlace = 'bar', more: Partial<KeyboardEvent> = {}): Promise<void> {
    for (const key of keys) {
      if (/^[^+].*[ /]|^[#>@]|^\+./.test(key) || /^[a-z0-9]{2,}$/.test(key)) {
        this.context.bar.type(key);
        await this.settle();
      } else this.#press(key, place, more);
    }
    await this.settle();
  }

  openDialog(): void {
    this.#page.isDialogOpen = true;
  }

  /** Another client changes the Live. The console learns of it. */
  async changeByOthers(change: object): Promise<void> {
    this.#change(change, 'Jo');
    await this.eventually(this.#sequence, () => this.context.live.now.value?.sequence);
    await this.settle();
  }

  /** Another client changes the Live. The console does not know it yet. */
  async changeUnseen(change: object): Promise<void> {
    while (!this.#watcher && !this.#isCut) await this.settle();
    this.#watcher = null;
    this.#change(change, 'Jo');
  }

  /** The server no longer responds, or does again. */
  async setCut(isCut: boolean): Promise<void> {
    this.#isCut = isCut;
    this.#onConnectionChange!();
    await this.eventually(isCut ? 'lost' : 'current', () => this.context.live.connection.value.state);
  }

  /** Holds the response to the next request that matches. The server handles the request at once. */
  hold(matches: RegExp): HeldResponse {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.#held.push({ matches, asked: asked.resolve, released: released.promise });
    return { asked: asked.promise, release: released.resolve };
  }

  /** Waits until all requests but held ones have a response. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.#pending > 0) quiet = -1;
    }
  }

  async eventually<Seen>(wanted: Seen, look: () => Seen): Promise<void> {
    const deadline = performance.now() + EVENTUALLY_MS;
    while (!isDeepStrictEqual(look(), wanted) && performance.now() < deadline) await this.settle();
    assert.deepEqual(look(), wanted);
  }

  #press(name: string, place: KeyPlace, more: Partial<KeyboardEvent>): void {
    const { code, key, held } = parseKey(name);
    const { bar } = this.context;
    let isPrevented = false;
    const matches = (selector: string) =>
      (place === 'field' && selector.startsWith('input')) || (place === 'button' && selector.startsWith('button'));
    const other = { matches, closest: () => (place === 'list' ? {} : null) };
    const event = {
      key,
      code,
      ctrlKey: held.includes('Control'),
      shiftKey: held.includes('Shift'),
      altKey: held.includes('Alt'),
      metaKey: false,
      repeat: false,
      isComposing: false,
      target: place === 'bar' ? bar.input.current : other,
      getModifierState: (modifier: string) => held.includes(modifier),
      get defaultPrevented() {
        return isPrevented;
      },
      preventDefault: () => {
        isPrevented = true;
      },
      ...more,
    } as unknown as KeyboardEvent;
    if (place === 'bar') pressInBar(this.context, event);
    this.#onKeyDown!(event);
  }

  /** Installs the few parts of a browser that the state of the console uses. Returns a function that removes them. */
  #installPage(): () => void {
    const stored = new Map<string, string>();
    const selected = (selector: string) => (selector === 'dialog[open]' && this.#page.isDialogOpen ? {} : null);
    const parts = {
      location: { origin: 'http://console.test', hash: '' },
      document: Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: selected }),
      localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) },
      addEventListener: (type: string, listener: (event: KeyboardEvent) => void) => {
        if (type === 'keydown') this.#onKeyDown = listener;
        if (type === 'online') this.#onConnectionChange = listener as () => void;
      },
      removeEventListener() {},
    };
    const originals = Object.keys(parts).map(
      (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
    );
    for (const [name, value] of Object.entries(parts)) {
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
    }
    return () => {
      for (const [name, original] of originals) {
        if (original) Object.defineProperty(globalThis, name, original);
        else Reflect.deleteProperty(globalThis, name);
      }
    };
  }

  async #send(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const { method } = request;
    if (this.#isCut) throw new TypeError('fetch failed');
    if (pathname.endsWith('/events')) return this.#watch(searchParams.get('after'), request.signal);
    const text = await request.text();
    const address = pathname.replace(LIVE, '').replace('/v1/organizations/o1', '');
    const asked = `${method} ${address}${text && ` ${text}`}`;
    if (method !== 'GET') this.requests.push(asked);
    const response = this.#respond(
      method,
      pathname,
      searchParams,
      text && JSON.parse(text),
      request.headers.get('if-match'),
    );
    const held = this.#held.find(({ matches }) => matches.test(asked));
    if (held) {
      this.#held = this.#held.filter((each) => each !== held);
      held.asked();
      await held.released;
      return response;
    }
    this.#pending += 1;
    await new Promise(setImmediate);
    this.#pending -= 1;
    return response;
  }

  #watch(after: string | null, stopped: AbortSignal): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (after === this.now.etag) this.#watcher = resolve;
      else resolve(this.#toEvent());
      stopped.addEventListener('abort', () => reject(stopped.reason));
    });
  }

  #respond(method: string, path: string, query: URLSearchParams, body: Json, tag: string | null): Response {
    if (path.startsWith(PLANS)) return this.#respondToPlans(method, path.slice(PLANS.length + 1), body, tag);
    if (path === `${LIVE}/now`) return Response.json(this.now);
    if (path === `${LIVE}/lookup`) return Response.json(lookupResponse(query.get('q')!));
    if (path === `${LIVE}/history`) return Response.json({ data: HISTORY, next_cursor: null });
    if (path === `${LIVE}/pages`) return Response.json({ data: this.pages, total: this.pages.length });
    if (method === 'GET') return Response.json(libraryResponse(path));
    if (path.startsWith('/v1/lives/') && !path.startsWith(LIVE)) return Response.json(OTHER_LIVE);
    if (path === `${LIVE}/stage`) return Response.json(body);
    if (tag !== `e${this.#sequence}`) return Response.json({ code: 'version_mismatch' }, { status: 412 });
    const plan = path === `${LIVE}/plan` && { plan: { plan_id: body.plan_id } };
    const set = path === `${LIVE}/playback` || path === `${LIVE}/translations` ? body : {};
    this.#change({ ...set, ...plan }, 'me');
    return Response.json(this.now, { headers: { etag: this.now.etag } });
  }

  #respondToPlans(method: string, id: string, body: Json, tag: string | null): Response {
    if (method === 'GET' && id === '') return Response.json({ data: [...this.plans.values()], next_cursor: null });
    const name = id || `p${this.plans.size + 1}`;
    const known = this.plans.get(name);
    if (method === 'PUT' && tag !== known?.version) return Response.json({ code: 'version_mismatch' }, { status: 412 });
    if (method !== 'GET') this.setPlan(name, (body.entries ?? []) as Json[]);
    const plan = this.plans.get(name);
    if (!plan) return Response.json({ code: 'not_found' }, { status: 404 });
    return Response.json(plan, { status: method === 'POST' ? 201 : 200, headers: { etag: plan.version as string } });
  }

  /** Stores a plan, as another client's change of it does. */
  setPlan(id: string, entries: Json[]): void {
    const version = `v${Number(`${this.plans.get(id)?.version ?? 'v0'}`.slice(1)) + 1}`;
    this.plans.set(id, { id, name: id, date: null, version, entries });
  }

  #change(change: object, by: string): void {
    this.#sequence += 1;
    const etag = `e${this.#sequence}`;
    const changed = { at: etag, by, operation: 'pushPassage' };
    this.now = { ...this.now, ...change, sequence: this.#sequence, etag, changed } as LiveNow;
    this.#watcher?.(this.#toEvent());
    this.#watcher = null;
  }

  #toEvent(): Response {
    const { etag: cursor, sequence } = this.now;
    return Response.json({ schema_version: 1, type: 'live.now_changed', cursor, sequence, data: this.now });
  }
}

const CODES: Readonly<Record<string, string>> = { ' ': 'Space', '.': 'Period', '/': 'Slash', '?': 'Slash' };

/** Returns the physical key, the character, and the keys that are held: of "Control+Shift+Z", for example. */
function parseKey(name: string) {
  const held = name.split('+').slice(0, -1);
  const last = name.split('+').at(-1)!;
  const key = last === 'Space' ? ' ' : last;
  const code = /^[a-z]$/i.test(key)
    ? `Key${key.toUpperCase()}`
    : /^\d$/.test(key)
      ? `Digit${key}`
      : (CODES[key] ?? key);
  return { key, code, held };
}
