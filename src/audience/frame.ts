import { VIEWER_EVENT_MAX_CHARACTERS } from '../contract/viewer.ts';

/**
 * One server-sent event, framed once for every reader. `chunked` is an HTTP/1.1 chunk with the event in it; `plain` is the
 * same bytes without the chunk's frame, for HTTP/1.0 clients such as a proxy with its defaults.
 */
export interface Frame {
  readonly chunked: Buffer;
  readonly plain: Buffer;
}

/**
 * `data` is told as JSON, which has no line breaks; one that is long comes in parts, so that a viewer on a slow line hears something
 * now and then. Source: HTML Living Standard §9.2; RFC 9112 §7.1.
 */
export function toFrame(event: { name: string; id?: string; data?: unknown }): Frame {
  const parts = event.data === undefined ? [''] : split(JSON.stringify(event.data));
  const last = parts.pop();
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  const before = parts.map((part) => `event: part\ndata: ${part}\n\n`).join('');
  return frame(`${before}${id}event: ${event.name}\ndata: ${last}\n\n`);
}

/** Whole characters, also of those that take two units. */
const PARTS = new RegExp(`.{1,${VIEWER_EVENT_MAX_CHARACTERS}}`, 'gsu');

const split = (text: string): string[] => (text.length <= VIEWER_EVENT_MAX_CHARACTERS ? [text] : text.match(PARTS)!);

/** What ends an HTTP/1.1 answer in chunks. */
export const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function frame(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunked = Buffer.from(`${head}${text}\r\n`);
  return { chunked, plain: chunked.subarray(head.length, chunked.length - 2) };
}
