import { METHODS, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { newId } from '../domain/identifiers.ts';
import { CONNECT } from './http-server.ts';
import { PROBLEM_MEDIA_TYPE, toProblem } from './problem.ts';
import type { Services } from './services.ts';
import { STRICT_TRANSPORT_SECURITY } from './strict-transport-security.ts';

/** What the parser of node:http says, and our server; everything else is no request. */
const PARSER_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  [CONNECT]: 'method_not_allowed',
};

/** Its address is not looked at, so these are the methods that any has. RFC 9110 §15.5.6 */
const ALLOW = 'GET, HEAD, POST, PUT, PATCH, DELETE';

interface ParserError extends Error {
  code?: string;
  /** What the parser was given when it stopped. */
  rawPacket?: Buffer;
}

type Refusing = Pick<Services, 'config' | 'accessLog' | 'metrics'>;

/** Answers what cannot be read as a request with the Error object, as everything else that is refused, and closes. [Errors], [D2] */
export function refuseUnparsed(services: Refusing, error: ParserError, socket: Socket): void {
  // The way node:http itself tells an answer that has begun: nothing can stand in the middle of it.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse };
  if (!socket.writable || error.code === 'ECONNRESET' || begun?.headersSent) {
    // One that is complete may still be on its way.
    if (begun?.writableEnded) socket.destroySoon();
    else socket.destroy();
    return;
  }
  // The request before was read whole, and may have been carried out: the answer that is under way is owed, and is the last one.
  if (begun?.req.complete) {
    begun.shouldKeepAlive = false;
    return;
  }
  const code = codeOf(error);
  const { status } = ERROR_CODES[code];
  const requestId = newId();
  const body = JSON.stringify(toProblem({ code }, services.config.publicUrl, requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: private, no-store',
    ...(services.config.publicUrl.startsWith('https:')
      ? [`Strict-Transport-Security: ${STRICT_TRANSPORT_SECURITY}`]
      : []),
    ...(code === 'method_not_allowed' ? [`Allow: ${ALLOW}`] : []),
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  services.metrics.countRequest('none', status, 0);
  services.accessLog.write({
    ...{ requestId, method: 'none', path: '', operation: 'none', status, milliseconds: 0 },
    ...{ peer: socket.remoteAddress ?? '', credential: undefined },
  });
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

function codeOf({ code, rawPacket }: ParserError): ErrorCode {
  // To the parser a request with a method that it does not know is as wrong as bytes that are no request.
  const [, method] = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/.exec(rawPacket?.toString('latin1') ?? '') ?? [];
  if (method !== undefined && !METHODS.includes(method)) return 'method_not_allowed';
  return PARSER_CODES[code ?? ''] ?? 'malformed_request';
}
