import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import { JSON_MEDIA_TYPE } from '../responses/operation-result.ts';
import { toLecternError, toProblemResponse } from '../responses/problem.ts';
import { logFailedRequest, recordResponse, withoutQuery } from '../responses/record-response.ts';
import type { ObservedResponse, ResponseObserver } from '../server/http-server.ts';
import type { Endpoint } from './endpoint.ts';

/** Of a request that waits: nothing of it is looked at any more. */
const NO_HEADERS = Object.freeze({});
const NONE: string[] = [];

/**
 * The answer to a request whose handler has given `LATER`. Thousands wait, and each object of theirs is moved and marked by the
 * collector again and again: of the request, and of what the framework makes of it, only what is here is kept.
 */
export class DeferredResponse implements ResponseObserver {
  readonly principal: Principal;
  readonly #endpoint: Endpoint;
  readonly #response: ObservedResponse;
  /** What the answer has already. */
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
    raw.rawHeaders = NONE;
  }

  /** Checks the caller's authority again, as far as this node has heard. Rejects when it has ended. */
  recheck(): Promise<void> {
    return this.#endpoint.recheck(this.principal);
  }

  /** The same, by what is true now. */
  verify(): Promise<void> {
    return this.#endpoint.verify(this.principal);
  }

  /** Calls back when the connection is closed, or the answer sent; at once if it is already. */
  onClosed(listener: () => void): void {
    // Once closed, it does not say so again.
    if (this.#response.destroyed) listener();
    // It comes once; to listen `once` would keep three objects more for each of the thousands that wait.
    else this.#response.on('close', listener);
  }

  /** 200 with serialized JSON. To be called once, or else `fail`. */
  send({ body, headers }: { body: string | Buffer; headers: OutgoingHttpHeaders }): void {
    this.#send(this.#endpoint.operation.success, { ...headers, 'content-type': JSON_MEDIA_TYPE }, body);
  }

  fail(error: unknown): void {
    const known = toLecternError(error);
    const { services } = this.#endpoint;
    const told = this.#told;
    logFailedRequest(services, known, this.#response, told);
    const { status, headers, body } = toProblemResponse(known, services.config.publicUrl, told.requestId, true);
    this.#send(status, headers, body);
  }

  record(): void {
    recordResponse(this.#endpoint.services, this.#response, this.#told);
  }

  get #told() {
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
