import { VIEWER_EVENT_MAX_CHARACTERS } from '../contract/viewer.ts';

/**
 * Server-sent event, encoded once for all viewers. `chunked` is the event as an HTTP/1.1 chunk. `plain` is the same
 * event without chunked encoding, for HTTP/1.0 clients such as proxies with default settings.
 */
export interface Frame {
  readonly chunked: Buffer;
  readonly plain: Buffer;
}

/**
 * Encodes an event. `data` is sent as JSON, which has no line breaks. Long data is split into `part` events, so that
 * viewers on slow connections receive something regularly. Source: HTML Living Standard §9.2; RFC 9112 §7.1.
 */
export function toFrame(event: { name: string; id?: string; data?: unknown }): Frame {
  const parts = event.data === undefined ? [''] : split(JSON.stringify(event.data));
  const last = parts.pop();
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  const before = parts.map((part) => `event: part\ndata: ${part}\n\n`).join('');
  return frame(`${before}${id}event: ${event.name}\ndata: ${last}\n\n`);
}

/** Splits at code points, never between surrogates. */
const PARTS = new RegExp(`.{1,${VIEWER_EVENT_MAX_CHARACTERS}}`, 'gsu');

const split = (text: string): string[] => (text.length <= VIEWER_EVENT_MAX_CHARACTERS ? [text] : text.match(PARTS)!);

/** Last chunk of a chunked HTTP/1.1 response. */
export const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function frame(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunked = Buffer.from(`${head}${text}\r\n`);
  return { chunked, plain: chunked.subarray(head.length, chunked.length - 2) };
}
