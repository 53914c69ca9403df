import { METHODS, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { newId } from '../../domain/identifiers.ts';
import { CONNECT_ERROR_CODE, TRANSFER_CODING_ERROR_CODE } from '../server/http-server.ts';
import { logRequest } from '../server/log-request.ts';
import { STRICT_TRANSPORT_SECURITY } from '../server/strict-transport-security.ts';
import { PROBLEM_MEDIA_TYPE, toProblem } from './problem.ts';
import { decodedPath, type ResponseServices } from './record-response.ts';

/** Error codes for errors of the HTTP parser and of this server. All others are `malformed_request`. */
const PARSER_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  [CONNECT_ERROR_CODE]: 'method_not_allowed',
  [TRANSFER_CODING_ERROR_CODE]: 'not_implemented',
};

interface ParserError extends Error {
  code?: string;
  /** Bytes that the parser was reading when it failed. */
  rawPacket?: Buffer;
}

/** Sends a problem for bytes that are not a valid HTTP request, and closes the connection. [Errors], [D2] */
export function respondToParserError(
  services: ResponseServices,
  error: ParserError,
  socket: Socket,
  allowedAt: (path: string) => readonly string[],
): void {
  const { code, allow = [] } = toErrorCode(error, allowedAt);
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
    ...(code === 'method_not_allowed' ? [`Allow: ${allow.join(', ')}`] : []),
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  services.metrics.countRequest('none', status, 0);
  logRequest(services.log, {
    requestId,
    method: 'none',
    path: '',
    operation: 'none',
    status,
    milliseconds: 0,
    peer: socket.remoteAddress ?? '',
    credential: undefined,
  });
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Maps a parser error to its code. A 405 lists the methods of the path (RFC 9110 §15.5.6); CONNECT has no path. */
function toErrorCode(
  { code, rawPacket }: ParserError,
  allowedAt: (path: string) => readonly string[],
): { code: ErrorCode; allow?: readonly string[] } {
  const line = /^([\w!#$%&'*+.^`|~-]+) (\S+) HTTP\/1\.[01]\r?\n/.exec(rawPacket?.toString('latin1') ?? '');
  // The parser reports an unknown method like any other malformed request.
  if (line && !METHODS.includes(line[1]!)) {
    const allow = allowedAt(decodedPath(line[2]!));
    return allow.length > 0 ? { code: 'method_not_allowed', allow } : { code: 'not_found' };
  }
  // Together with Content-Length the request is ambiguous and stays malformed.
  if (code === 'HPE_INVALID_TRANSFER_ENCODING' && !/\ncontent-length:/i.test(rawPacket?.toString('latin1') ?? '')) {
    return { code: 'not_implemented' };
  }
  return { code: PARSER_CODES[code ?? ''] ?? 'malformed_request' };
}
