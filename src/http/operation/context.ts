import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import type { LiveWrite } from '../../domain/live/changes/live-writes.ts';
import type { Precondition } from '../../domain/live/state/validator.ts';
import type { EndTurn } from '../../domain/turns/turns.ts';
import type { LiveState, Owner } from '../../storage/storage.ts';
import { DeferredResponse } from './deferred-response.ts';
import type { Endpoint } from './endpoint.ts';
import { parseIfMatch } from './preconditions.ts';

/**
 * Argument of a handler, after all checks that are common to the operations. Its values are read lazily, because each
 * request creates one.
 */
export class Context<Body, Query, Resource = unknown> {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #endpoint: Endpoint;
  #endTurn: EndTurn | undefined;

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

  /** The actor for the audit log. [D43] */
  get actor(): Actor {
    const { id, operation, principal } = this.#request;
    const { userId, credentialId, console } = principal!;
    const channel = console ? 'console' : 'rest';
    return { channel, userId, credentialId, operation: operation!, requestId: id };
  }

  /** The client's IP address. */
  get address(): string {
    return this.#request.ip;
  }

  /** The Live of the path when the request was admitted. */
  get live(): LiveState {
    return this.#request.live!;
  }

  /** The result of `requireResource` when the request was admitted. */
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

  /** Options of every write to the Live. `recheck` checks the credential again before the write is saved. */
  get write(): Pick<LiveWrite, 'owner' | 'actor' | 'precondition' | 'recheck' | 'itemId' | 'turn'> {
    const { owner, actor, precondition, params } = this;
    const recheck = (late: boolean) => (late ? this.verify() : this.recheck());
    const turn = this.#endpoint.operation.expensive && {
      tryTake: () => this.#tryTakeTurn(),
      take: () => this.takeTurn(),
    };
    return { owner, actor, precondition, recheck, itemId: params.item_id, ...(turn && { turn }) };
  }

  /**
   * Waits for a turn of the owner, which lasts until the response is sent. Call it after all other checks. Rejects with
   * `rate_limited`, also when the client disconnects. [D10]
   */
  async takeTurn(): Promise<void> {
    const gone = new AbortController();
    this.#reply.raw.once('close', () => gone.abort());
    this.#endTurn ??= await this.#endpoint.services.turns.take(this.owner, { signal: gone.signal });
  }

  /** Takes a turn if there is one now. Returns whether the request has a turn. */
  #tryTakeTurn(): boolean {
    this.#endTurn ??= this.#endpoint.services.turns.tryTake(this.owner) ?? undefined;
    return this.#endTurn !== undefined;
  }

  /** Ends the turn, if there is one. */
  endTurn(): void {
    this.#endTurn?.();
  }

  /** Checks the credential again, from this node's cache. Rejects if it is no longer valid. */
  recheck(): Promise<void> {
    return this.#endpoint.recheck(this.#request.principal!);
  }

  /** Checks the credential again, with additional scopes. Rejects with `insufficient_scope`. */
  requireAlso(...scopes: readonly Scope[]): Promise<void> {
    return this.#endpoint.recheck(this.#request.principal!, scopes);
  }

  /** Checks the credential in the storage. Call it before a response that had to wait. */
  verify(): Promise<void> {
    return this.#endpoint.verify(this.#request.principal!);
  }

  /**
   * Returns a response that a handler sends later, after it has returned `DEFERRED`. Do not use the context after this
   * call.
   */
  defer(): DeferredResponse {
    return new DeferredResponse(this.#endpoint, this.#request, this.#reply);
  }
}
