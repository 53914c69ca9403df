/**
 * One server-sent event, framed once for every reader. `chunked` is an HTTP/1.1 chunk with the event in it; `plain` is the
 * same bytes without the chunk's frame, for HTTP/1.0 clients such as a proxy with its defaults.
 */
export interface Frame {
  readonly chunked: Buffer;
  readonly plain: Buffer;
}

/** Source: HTML Living Standard §9.2; RFC 9112 §7.1. `data` is one line, as JSON is. */
export function toFrame(event: { name: string; id?: string; data?: unknown }): Frame {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return frame(`${id}event: ${event.name}\ndata: ${event.data === undefined ? '' : JSON.stringify(event.data)}\n\n`);
}

/** A field that is no event, such as `retry: 1000`. */
export const toFieldFrame = (field: string): Frame => frame(`${field}\n\n`);

/** What ends an HTTP/1.1 answer in chunks. */
export const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function frame(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunked = Buffer.from(`${head}${text}\r\n`);
  return { chunked, plain: chunked.subarray(head.length, chunked.length - 2) };
}
