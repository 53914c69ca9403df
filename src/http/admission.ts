import type { FastifyReply } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

/** Budgets count whole minutes. */
const WINDOW_SECONDS = 60;

/** One budget: so many requests a window for each key. Memory is bounded: all keys are forgotten with the window. [D10] */
export class Budget {
  readonly name: string;
  readonly limit: number;
  #counts = new Map<string, number>();
  #window = -1;

  constructor(name: string, limit: number) {
    this.name = name;
    this.limit = limit;
  }

  /** Counts one request. `remaining` is negative when it is one too many. */
  charge(key: string, nowSeconds: number): { remaining: number; resetSeconds: number } {
    const window = Math.floor(nowSeconds / WINDOW_SECONDS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { remaining: this.limit - count, resetSeconds: Math.ceil((window + 1) * WINDOW_SECONDS - nowSeconds) };
  }
}

/** The admission budgets of a node. */
export class Admission {
  readonly #requests: Budget;
  readonly #peer: Budget;
  readonly #principal: Budget;
  readonly #audience: Budget;
  readonly #policy: string;

  constructor(limits: { requests: number; peer: number; principal: number; audience: number }) {
    this.#requests = new Budget('requests', limits.requests);
    this.#peer = new Budget('peer', limits.peer);
    this.#principal = new Budget('principal', limits.principal);
    this.#audience = new Budget('audience', limits.audience);
    this.#policy = [this.#requests, this.#peer, this.#principal]
      .map((budget) => `"${budget.name}";q=${budget.limit};w=${WINDOW_SECONDS}`)
      .join(', ');
  }

  /** For a REST request whose sender is not known yet. Throws `rate_limited`. */
  chargeRequest(address: string, reply: FastifyReply): void {
    const now = performance.now() / 1000;
    reply.header('ratelimit-policy', this.#policy);
    // Its remainder is announced only when it is used up: the budget of the peer or the principal says more.
    this.#charge(this.#requests, 'node', now, reply, false);
    this.#charge(this.#peer, address, now, reply);
  }

  /** For an authenticated REST request. Throws `rate_limited`. */
  chargePrincipal(credentialId: string, reply: FastifyReply): void {
    this.#charge(this.#principal, credentialId, performance.now() / 1000, reply);
  }

  /** For the audience's pages and streams, which have a budget of their own. Throws `rate_limited`. */
  chargeAudience(address: string): void {
    const { remaining, resetSeconds } = this.#audience.charge(address, performance.now() / 1000);
    if (remaining < 0) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: resetSeconds });
  }

  #charge(budget: Budget, key: string, nowSeconds: number, reply: FastifyReply, announce = true): void {
    const { remaining, resetSeconds } = budget.charge(key, nowSeconds);
    if (announce || remaining < 0) {
      reply.header('ratelimit', `"${budget.name}";r=${Math.max(remaining, 0)};t=${resetSeconds}`);
    }
    if (remaining < 0) {
      throw new LecternError('rate_limited', `The budget "${budget.name}" is exhausted.`, {
        retryAfterSeconds: resetSeconds,
      });
    }
  }
}
