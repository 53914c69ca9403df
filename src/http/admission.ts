import type { FastifyReply } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

/** Budgets count whole minutes. */
const WINDOW_SECONDS = 60;

/** `remaining` is negative for a request that is one too many. */
interface Charge {
  readonly remaining: number;
  readonly resetSeconds: number;
}

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

  /** Counts one request. */
  charge(key: string, nowSeconds: number): Charge {
    const window = this.#turn(nowSeconds);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return this.#toCharge(count, window, nowSeconds);
  }

  /** What is left, without counting. */
  read(key: string, nowSeconds: number): Charge {
    const window = this.#turn(nowSeconds);
    return this.#toCharge(this.#counts.get(key) ?? 0, window, nowSeconds);
  }

  #turn(nowSeconds: number): number {
    const window = Math.floor(nowSeconds / WINDOW_SECONDS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    return window;
  }

  #toCharge(count: number, window: number, nowSeconds: number): Charge {
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
    const now = nowSeconds();
    reply.header('ratelimit-policy', this.#policy);
    const node = this.#requests.charge('node', now);
    if (node.remaining < 0) refuse(this.#requests, node, reply);
    const peer = this.#peer.charge(address, now);
    if (peer.remaining < 0) refuse(this.#peer, peer, reply);
  }

  /** For an authenticated REST request. Throws `rate_limited`. */
  chargePrincipal(credentialId: string, reply: FastifyReply): void {
    const charge = this.#principal.charge(credentialId, nowSeconds());
    if (charge.remaining < 0) refuse(this.#principal, charge, reply);
    announce(this.#principal, charge, reply);
  }

  /** Tells what is left to a peer that did not come to be known as a principal. */
  announcePeer(address: string, reply: FastifyReply): void {
    if (!reply.hasHeader('ratelimit')) announce(this.#peer, this.#peer.read(address, nowSeconds()), reply);
  }

  /** For the audience's pages and streams, which have a budget of their own. Throws `rate_limited`. */
  chargeAudience(address: string): void {
    const { remaining, resetSeconds } = this.#audience.charge(address, nowSeconds());
    if (remaining < 0) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: resetSeconds });
  }
}

function announce(budget: Budget, { remaining, resetSeconds }: Charge, reply: FastifyReply): void {
  reply.header('ratelimit', `"${budget.name}";r=${Math.max(remaining, 0)};t=${resetSeconds}`);
}

function refuse(budget: Budget, charge: Charge, reply: FastifyReply): never {
  announce(budget, charge, reply);
  const detail = `The budget "${budget.name}" is exhausted.`;
  throw new LecternError('rate_limited', detail, { retryAfterSeconds: charge.resetSeconds });
}

const nowSeconds = (): number => performance.now() / 1000;
