const VIEWS = ['lower-third', 'full-page'] as const;
export type View = (typeof VIEWS)[number];

/** The data of the graphic, which the schema of the manifest describes. */
export interface GraphicData {
  /** Address that is read; null while none is given. */
  readonly address: URL | null;
  readonly view: View;
}

export const NO_DATA: GraphicData = { address: null, view: 'lower-third' };

/** Texts that a room shows. */
export interface Shown {
  readonly reference: string;
  readonly text: string;
  readonly attribution: string;
}

/** A response of a button link that reads. `shown` is null while nothing is shown. */
export interface RoomNow {
  readonly shown: Shown | null;
  readonly cursor: string;
}

/** Longest address that is read. */
const ADDRESS_MAX = 2_000;
/** Characters of a field that are shown. The server sends up to 1 KiB. */
const FIELD_MAX = 2_000;
const CURSOR_MAX = 200;
const LINK_PATH = /^(.*\/b\/[\w-]{1,64}\/btn_[\w-]{1,128})(?:\/now(?:\.(?:json|xml|txt))?)?\/?$/;

/**
 * Returns the data after an update; a field that is not given stays. Returns a string that says what is wrong.
 */
export function readData(data: unknown, before: GraphicData): GraphicData | string {
  if (data === undefined || data === null) return before;
  if (typeof data !== 'object') return 'The data must be an object.';
  const { address, view = before.view } = data as Readonly<Record<string, unknown>>;
  if (!VIEWS.includes(view as View)) return 'The view must be "lower-third" or "full-page".';
  const url = address === undefined ? before.address : address === '' ? null : readAddress(address);
  if (url === undefined)
    return 'The address must be that of a link that only reads, such as https://…/b/LINK/btn_…/now.';
  return { address: url, view: view as View };
}

/** Returns the address of `now` of a button link with its key; undefined for another one. [D74] */
function readAddress(address: unknown): URL | undefined {
  if (typeof address !== 'string' || address.length > ADDRESS_MAX || !URL.canParse(address.trim())) return undefined;
  const { protocol, origin, pathname } = new URL(address.trim());
  const [, link] = LINK_PATH.exec(pathname) ?? [];
  return link && /^https?:$/.test(protocol) ? new URL(`${link}/now`, origin) : undefined;
}

/** Returns the address of a read. With a cursor, the response waits until it differs, at most 25 seconds. */
export function toReadAddress(address: URL, cursor: string | null): string {
  return cursor === null ? address.href : `${address}?${new URLSearchParams({ after: cursor, wait: '25' })}`;
}

/** Returns what a response says; null if it has another form. */
export function readNow(content: unknown): RoomNow | null {
  if (typeof content !== 'object' || content === null) return null;
  const { showing, reference, text, attribution, cursor } = content as Readonly<Record<string, unknown>>;
  const fields = [reference, text, attribution];
  if (typeof showing !== 'boolean' || typeof cursor !== 'string' || cursor.length > CURSOR_MAX) return null;
  if (!fields.every((field) => typeof field === 'string')) return null;
  const [shortReference, shortText, shortAttribution] = fields.map((field) => field.slice(0, FIELD_MAX));
  const shown = { reference: shortReference!, text: shortText!, attribution: shortAttribution! };
  return { shown: showing && (shown.reference || shown.text) ? shown : null, cursor };
}

/** Returns the step that `playAction` leads to; undefined is the end. The graphic has one step. */
export function toStep(current: number | undefined, { delta = 1, goto }: { delta?: number; goto?: number }) {
  const target = goto ?? (current ?? -1) + delta;
  return target < 1 ? 0 : undefined;
}
