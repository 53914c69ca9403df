import { isIPv6 } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { BudgetStore } from '../../storage/storage.ts';
import { LocalRateLimiter, type RateLimiter, type RateLimitStatus, WINDOW_SECONDS } from './rate-limiter.ts';
import { batchTakes, SharedRateLimiter } from './shared-rate-limiter.ts';

/** Room for every address; what else a proxy may write must not fill memory and tables. */
const PEER_MAX_CHARACTERS = 64;
/** Pieces of RateLimit headers, which thousands of answers that wait have in common. */
const LABELS = new Map(['requests', 'peer', 'principal', 'polls'].map((name) => [name, `"${name}";r=`]));
const RESETS = Array.from({ length: WINDOW_SECONDS + 1 }, (_, seconds) => `;t=${seconds}`);
const MAPPED_IPV4_PREFIX = '::ffff:';

/**
 * The admission budgets: one of requests on this node, and those of peers, principals, polls and the audience, which hold
 * over all nodes where they share a store. [D10]
 */
export class Admission {
  readonly #requests: LocalRateLimiter;
  readonly #peer: RateLimiter;
  readonly #principal: RateLimiter;
  readonly #polls: RateLimiter;
  readonly #audience: RateLimiter;
  readonly #guesses: RateLimiter;
  readonly #pages: RateLimiter;
  readonly #terminals: RateLimiter;
  readonly #documents: LocalRateLimiter;
  readonly #policy: string;

  constructor(limits: Config['budgets'], store: BudgetStore | null) {
    const take = store && batchTakes(store);
    const budget = (name: string, limit: number) =>
      take ? new SharedRateLimiter(name, limit, take) : new LocalRateLimiter(name, limit);
    this.#requests = new LocalRateLimiter('requests', limits.requests);
    this.#peer = budget('peer', limits.peer);
    this.#principal = budget('principal', limits.principal);
    this.#polls = budget('polls', limits.polls);
    this.#audience = budget('audience', limits.audience);
    this.#pages = budget('pages', limits.pages);
    this.#terminals = budget('terminals', limits.terminals);
    // Of this node alone: what shows whether a node lives must not wait for a database.
    this.#documents = new LocalRateLimiter('documents', limits.documents);
    this.#guesses = budget('guesses', limits.guesses);
    this.#policy = [this.#requests, this.#peer, this.#principal, this.#polls]
      .map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS}`)
      .join(', ');
  }

  /** For a REST request whose sender is not known yet. Rejects with `rate_limited`. */
  async chargeRequest(address: string, reply: FastifyReply): Promise<void> {
    reply.header('ratelimit-policy', this.#policy);
    requireRemaining(this.#requests.consumeSync('node'), this.#requests, reply);
    requireRemaining(await this.#peer.consume(toPeerKey(address)), this.#peer, reply);
  }

  /** For an authenticated REST request; `poll` for one that may wait. Rejects with `rate_limited`. */
  async chargePrincipal(credentialId: string, reply: FastifyReply, poll = false): Promise<void> {
    const principal = await this.#principal.consume(credentialId);
    requireRemaining(principal, this.#principal, reply);
    if (!poll) return announce(this.#principal, principal, reply);
    const polls = await this.#polls.consume(credentialId);
    requireRemaining(polls, this.#polls, reply);
    if (principal.remaining < polls.remaining) announce(this.#principal, principal, reply);
    else announce(this.#polls, polls, reply);
  }

  /** Tells what is left to a peer that did not come to be known as a principal. */
  setPeerRateLimitHeader(address: string, reply: FastifyReply): void {
    if (!reply.hasHeader('ratelimit')) announce(this.#peer, this.#peer.get(toPeerKey(address)), reply);
  }

  /** For the audience's pages and streams, which have a budget of their own. Rejects with `rate_limited`. */
  async chargeAudience(address: string): Promise<void> {
    requireLeft(await this.#audience.consume(toPeerKey(address)));
  }

  /** For sign-in, accounts and OAuth. Rejects with `rate_limited`. */
  async chargePages(address: string): Promise<void> {
    requireLeft(await this.#pages.consume(toPeerKey(address)));
  }

  /** For what anyone may read, and for addresses that there is nothing at. Throws `rate_limited`. */
  chargeDocument(address: string): void {
    requireLeft(this.#documents.consumeSync(toPeerKey(address)));
  }

  /** For health and metrics: as many, which documents do not use up. Throws `rate_limited`. */
  chargeHealth(address: string): void {
    requireLeft(this.#documents.consumeSync(`health ${toPeerKey(address)}`));
  }

  /** For a login that a terminal begins: each is kept for a while. Rejects with `rate_limited`. */
  async chargeTerminalLogin(address: string): Promise<void> {
    requireLeft(await this.#terminals.consume(toPeerKey(address)));
  }

  /**
   * For a try to enter a protected Live. Only wrong ones count, since a whole hall may come from one address. Rejects
   * with `rate_limited`, also for a right one once there were too many wrong ones. [D20]
   */
  async chargeGuess(liveId: string, address: string, right: boolean): Promise<void> {
    const key = `${liveId} ${toPeerKey(address)}`;
    if (!right) return requireLeft(await this.#guesses.consume(key));
    const known = await this.#guesses.peek(key);
    requireLeft({ ...known, remaining: known.remaining - 1 });
  }
}

function requireLeft({ remaining, resetSeconds }: RateLimitStatus): void {
  if (remaining < 0) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: resetSeconds });
}

/** One name for one address on every node. A connection that is gone has no address any more. */
export function toPeerKey(address: string | undefined): string {
  const peer = address ?? '';
  // Without a colon it is no IPv6, and nothing more has to be looked at.
  if (!peer.includes(':')) return peer.slice(0, PEER_MAX_CHARACTERS);
  if (peer.startsWith(MAPPED_IPV4_PREFIX)) return peer.slice(MAPPED_IPV4_PREFIX.length);
  return isIPv6(peer) ? toNetwork(peer) : peer.slice(0, PEER_MAX_CHARACTERS);
}

/** The first 64 bits of an IPv6 address: the rest is the host's own to choose. RFC 4291 §2.5.4 */
function toNetwork(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':').filter(Boolean) ?? [])];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function announce({ name }: RateLimiter, { remaining, resetSeconds }: RateLimitStatus, reply: FastifyReply): void {
  reply.header('ratelimit', LABELS.get(name)! + Math.max(remaining, 0) + RESETS[resetSeconds]);
}

/** Throws `rate_limited`. */
function requireRemaining(charge: RateLimitStatus, budget: RateLimiter, reply: FastifyReply): void {
  if (charge.remaining >= 0) return;
  announce(budget, charge, reply);
  const detail = `The budget "${budget.name}" is exhausted.`;
  throw new LecternError('rate_limited', detail, { retryAfterSeconds: charge.resetSeconds });
}
