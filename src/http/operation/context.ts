import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import type { LiveWrite } from '../../domain/live/live-writes.ts';
import type { Precondition } from '../../domain/live/validator.ts';
import type { LiveState, Owner } from '../../storage/storage.ts';
import { DeferredResponse } from './deferred-response.ts';
import type { Endpoint } from './endpoint.ts';
import { parseIfMatch } from './preconditions.ts';

/**
 * What a handler gets once everything that needs no knowledge of the operation is checked. It is looked up when it is asked
 * for: there is one for each request.
 */
export class Context<Body, Query, Resource = unknown> {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #endpoint: Endpoint;

  constructor(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) {
    this.#request = request;
    this.#reply = reply;
    this.#endpoint = endpoint;
  }

  get principal(): Principal {
    return this.#request.principal!;
  }

  get owner(): Owner {
    return this.#request.principal!.owner;
  }

  /** Who is named in the audit. [D43] */
  get actor(): Actor {
    const { id, operation, principal } = this.#request;
    const { userId, credentialId } = principal!;
    return { channel: 'rest', userId, credentialId, operation: operation!, requestId: id };
  }

  /** Where the request comes from. */
  get address(): string {
    return this.#request.ip;
  }

  /** The Live of the path as it was when the request was admitted. */
  get live(): LiveState {
    return this.#request.live!;
  }

  /** What else the path names, as it was then. */
  get resource(): Resource {
    return this.#request.resource as Resource;
  }

  get params(): Readonly<Record<string, string>> {
    return this.#request.params as Record<string, string>;
  }

  get query(): Query {
    return this.#request.query as Query;
  }

  get body(): Body {
    return this.#request.body as Body;
  }

  get headers(): Readonly<IncomingHttpHeaders> {
    return this.#request.headers;
  }

  get precondition(): Precondition {
    return parseIfMatch(this.#request.headers['if-match']);
  }

  /** What every write of a Live takes along: its precondition, its owner, and the look at the credential before saving. */
  get write(): Pick<LiveWrite, 'owner' | 'actor' | 'precondition' | 'recheck' | 'itemId'> {
    const { owner, actor, precondition, params } = this;
    const recheck = (late: boolean) => (late ? this.verify() : this.recheck());
    return { owner, actor, precondition, recheck, itemId: params.item_id };
  }

  /** Checks the caller's authority again, as far as this node has heard. Rejects when it has ended. */
  recheck(): Promise<void> {
    return this.#endpoint.recheck(this.#request.principal!);
  }

  /** The same, where what is asked for needs other scopes as well. Rejects with `insufficient_scope`. */
  requireAlso(...scopes: readonly Scope[]): Promise<void> {
    return this.#endpoint.recheck(this.#request.principal!, scopes);
  }

  /** The same, by what is true now: before an answer that was waited for. */
  verify(): Promise<void> {
    return this.#endpoint.verify(this.#request.principal!);
  }

  /** For a handler that returns `LATER`: answers the request then. The context is of no use afterwards. */
  defer(): DeferredResponse {
    return new DeferredResponse(this.#endpoint, this.#request, this.#reply);
  }
}
