import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import { JSON_MEDIA_TYPE } from '../responses/operation-result.ts';
import { toLecternError, toProblemResponse } from '../responses/problem.ts';
import { logFailedRequest, recordResponse, withoutQuery } from '../responses/record-response.ts';
import type { ObservedResponse, ResponseObserver } from '../server/http-server.ts';
import type { Endpoint } from './endpoint.ts';

/** Replaces the headers of a waiting request, which are not read again, to free their memory. */
const NO_HEADERS = Object.freeze({});
const NO_RAW_HEADERS: string[] = [];

/**
 * Response that a handler sends after it has returned `DEFERRED`. Thousands can wait at a time, and the garbage
 * collector visits all of their objects. So it keeps only these fields and drops the Fastify request and reply.
 */
export class DeferredResponse implements ResponseObserver {
  readonly principal: Principal;
  readonly #endpoint: Endpoint;
  readonly #response: ObservedResponse;
  /** Headers that are already set. */
  readonly #headers: OutgoingHttpHeaders;
  readonly #startedAt: number;
  readonly #peer: string | undefined;

  constructor(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    this.principal = request.principal!;
    this.#endpoint = endpoint;
    this.#response = reply.raw as ObservedResponse;
    this.#headers = reply.getHeaders() as OutgoingHttpHeaders;
    this.#startedAt = request.startedAt;
    this.#peer = request.ip;
    this.#response.observer = this;
    reply.hijack();
    const { raw } = request;
    raw.headers = NO_HEADERS;
    raw.rawHeaders = NO_RAW_HEADERS;
  }

  /** Checks the credential again, from this node's cache. Rejects if it is no longer valid. */
  recheck(): Promise<void> {
    return this.#endpoint.recheck(this.principal);
  }

  /** Checks the credential in the storage. Rejects if it is no longer valid. */
  verify(): Promise<void> {
    return this.#endpoint.verify(this.principal);
  }

  /** Calls `listener` when the response is sent or its connection closed, immediately if it already is. */
  onClosed(listener: () => void): void {
    // A closed response emits no further event.
    if (this.#response.destroyed) listener();
    // `once` would allocate three more objects for each waiting request.
    else this.#response.on('close', listener);
  }

  /** Sends serialized JSON. Call either this or `fail`, once. */
  send({ body, headers }: { body: string | Buffer; headers: OutgoingHttpHeaders }): void {
    this.#send(this.#endpoint.operation.success, { ...headers, 'content-type': JSON_MEDIA_TYPE }, body);
  }

  fail(error: unknown): void {
    const known = toLecternError(error);
    const { services } = this.#endpoint;
    const summary = this.#summary;
    logFailedRequest(services, known, this.#response, summary);
    const { status, headers, body } = toProblemResponse(known, services.config.publicUrl, summary.requestId, true);
    this.#send(status, headers, body);
  }

  record(): void {
    recordResponse(this.#endpoint.services, this.#response, this.#summary);
  }

  get #summary() {
    return {
      requestId: this.#headers['x-request-id'] as string,
      path: withoutQuery(this.#response.req.url!),
      operation: this.#endpoint.id,
      startedAt: this.#startedAt,
      peer: this.#peer,
      credential: this.principal.credentialId,
    };
  }

  #send(status: number, headers: OutgoingHttpHeaders, body: string | Buffer): void {
    const length = { 'content-length': Buffer.byteLength(body) };
    this.#response.writeHead(status, { ...this.#headers, ...headers, ...length }).end(body);
  }
}
