import { sendRequest } from './api.ts';

/** A page as a browser got it; redirects are not followed. */
export interface AgentPage {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
  /** The target of a redirect; null for a page. */
  readonly location: URL | null;
  readonly forms: readonly AgentForm[];
}

export interface AgentForm {
  readonly action: URL;
  readonly method: 'GET' | 'POST';
  /** Fields with the values that the page gave them, hidden ones too; boxes that are not checked are absent. */
  readonly fields: Readonly<Record<string, string>>;
  /** Buttons that send a value: name and value. */
  readonly buttons: readonly (readonly [name: string, value: string])[];
}

type AgentRequest = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };

/** Replacements for fields of a form. Null omits a field and an array repeats it. */
export type AgentFields = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/**
 * A browser without an engine. It keeps cookies, reads forms from our pages and sends them with `Origin` and
 * `Sec-Fetch-Site`. `headers` are added to every request. `reached` is where the origin leads, if it is another one.
 */
export class BrowserAgent {
  readonly origin: string;
  readonly headers: Record<string, string>;
  readonly #reached: string | null;
  readonly cookies = new Map<string, string>();

  constructor(origin: string, headers: Record<string, string> = {}, reached: string | null = null) {
    this.origin = origin;
    this.headers = headers;
    this.#reached = reached;
  }

  get(address: string | URL, headers: Record<string, string> = {}): Promise<AgentPage> {
    return this.#request(address, { headers: { 'sec-fetch-site': 'none', ...headers } });
  }

  /** Sends fields as a form of our own page would. */
  post(address: string | URL, fields: AgentFields, headers: Record<string, string> = {}): Promise<AgentPage> {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) {
      for (const value of values === null || values === undefined ? [] : [values].flat()) body.append(name, value);
    }
    return this.#request(address, {
      method: 'POST',
      body,
      headers: { origin: this.origin, 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  /** Sends JSON as a script of our own page would. */
  postJson(address: string | URL, body: unknown, headers: Record<string, string> = {}): Promise<AgentPage> {
    const own = { origin: this.origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    return this.#request(address, { method: 'POST', body: JSON.stringify(body), headers: { ...own, ...headers } });
  }

  /** Sends a request like `postJson`, with another method and without a body. */
  call(method: string, address: string | URL, headers: Record<string, string> = {}): Promise<AgentPage> {
    const own = { origin: this.origin, 'sec-fetch-site': 'same-origin' };
    return this.#request(address, { method, headers: { ...own, ...headers } });
  }

  /** Fills in the form of a page whose address is `action` (absent: its only one) and sends it. */
  submit(page: AgentPage, fields: AgentFields = {}, action?: string): Promise<AgentPage> {
    const form = requireForm(page, action);
    return this.post(form.action, { ...form.fields, ...fields });
  }

  /** Goes where a redirect leads, as long as that is this server. */
  async follow(page: AgentPage): Promise<AgentPage> {
    let reached = page;
    while (reached.location?.origin === this.origin) reached = await this.get(reached.location);
    return reached;
  }

  async signIn(email: string, password: string): Promise<AgentPage> {
    return this.submit(await this.get('/sign-in'), { email, password }, '/sign-in');
  }

  async #request(address: string | URL, init: AgentRequest): Promise<AgentPage> {
    const url = new URL(address, this.origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.headers, ...(cookie && { cookie }), ...init.headers };
    const response = await this.#fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const location = response.headers.get('location');
    return {
      status: response.status,
      url,
      headers: response.headers,
      text,
      location: location === null ? null : new URL(location, url),
      forms: readForms(text, url),
    };
  }

  /** Sends a request. `fetch` cannot name another host than the one that it connects to. */
  async #fetch(url: URL, init: AgentRequest): Promise<Response> {
    if (this.#reached === null) return fetch(url, init);
    const type = init.body instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded' };
    const content = init.body ? String(init.body) : undefined;
    const headers = { host: url.host, ...type, ...init.headers };
    const {
      status,
      headers: received,
      body,
    } = await sendRequest(this.#reached, init.method ?? 'GET', url.pathname + url.search, content, headers);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: received });
  }

  #keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    const ended = /;\s*max-age=0\b/i.test(line) || /;\s*expires=Thu, 01 Jan 1970/i.test(line);
    if (ended) this.cookies.delete(name!);
    else this.cookies.set(name!, value!);
  }
}

/** Throws where there is no such form, or none that is meant. */
export function requireForm({ forms, url, status }: AgentPage, action?: string): AgentForm {
  const fitting = action === undefined ? forms : forms.filter((form) => form.action.pathname === action);
  if (fitting.length === 1) return fitting[0]!;
  const known = forms.map((form) => form.action.pathname).join(', ');
  throw new Error(`${url.pathname} (${status}) has ${fitting.length} such forms; its forms go to: ${known || 'none'}`);
}

function readForms(text: string, url: URL): AgentForm[] {
  return [...text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, opening, content]) => {
    const { action, method } = readAttributes(opening!);
    const fields: Record<string, string> = {};
    const buttons: [string, string][] = [];
    for (const [, tag, inside] of content!.matchAll(/<(input|button)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g)) {
      const { name, value = '', type, checked } = readAttributes(inside!);
      if (name === undefined) continue;
      if (tag === 'button') buttons.push([name, value]);
      else if (type !== 'checkbox' && type !== 'radio') fields[name] = value;
      else if (checked !== undefined) fields[name] = value || 'on';
    }
    for (const [, opened, options] of content!.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
      const all = [...options!.matchAll(/<option\b([^>]*)>/g)].map(([, option]) => readAttributes(option!));
      const chosen = all.find(({ selected }) => selected !== undefined) ?? all[0];
      const { name } = readAttributes(opened!);
      if (name !== undefined && chosen) fields[name] = chosen.value ?? '';
    }
    return {
      action: new URL(action ?? '', url),
      method: method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      fields,
      buttons,
    };
  });
}

function readAttributes(text: string): Record<string, string | undefined> {
  const found = [...text.matchAll(/([a-z-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/gi)];
  return Object.fromEntries(found.map(([, name, a, b, c]) => [name!.toLowerCase(), decodeEntities(a ?? b ?? c ?? '')]));
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
