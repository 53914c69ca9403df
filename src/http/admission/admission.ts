import { isIPv6 } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { BUTTON_WRONG_KEYS_PER_MINUTE } from '../../contract/limits.ts';
import type { BudgetStore } from '../../storage/storage.ts';
import { LocalRateLimiter, type RateLimiter, type RateLimitStatus, WINDOW_SECONDS } from './rate-limiter.ts';
import { batchTakes, SharedRateLimiter } from './shared-rate-limiter.ts';

/** Fits every IP address. Cuts longer values, because a proxy can send any text, and each value is kept as a key. */
const PEER_MAX_CHARACTERS = 64;
/** Prebuilt parts of RateLimit headers. Thousands of waiting polls share these strings. */
const LABELS = new Map(['requests', 'peer', 'principal', 'polls'].map((name) => [name, `"${name}";r=`]));
const RESETS = Array.from({ length: WINDOW_SECONDS + 1 }, (_, seconds) => `;t=${seconds}`);
const MAPPED_IPV4_PREFIX = '::ffff:';

/**
 * Request budgets of this server. The budgets of requests and documents are per node. All others span the cluster when
 * nodes share a store. [D10]
 */
export class Admission {
  readonly #requests: LocalRateLimiter;
  readonly #peer: RateLimiter;
  readonly #principal: RateLimiter;
  readonly #polls: RateLimiter;
  readonly #audience: RateLimiter;
  readonly #texts: RateLimiter;
  readonly #guesses: RateLimiter;
  readonly #buttonKeys: RateLimiter;
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
    this.#texts = budget('texts', limits.texts);
    this.#pages = budget('pages', limits.pages);
    this.#terminals = budget('terminals', limits.terminals);
    // Per node, because health checks must not depend on the database.
    this.#documents = new LocalRateLimiter('documents', limits.documents);
    this.#guesses = budget('guesses', limits.guesses);
    this.#buttonKeys = budget('button keys', BUTTON_WRONG_KEYS_PER_MINUTE);
    this.#policy = [this.#requests, this.#peer, this.#principal, this.#polls]
      .map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS}`)
      .join(', ');
  }

  /** Charges a REST request before authentication. Rejects with `rate_limited`. */
  async chargeRequest(address: string, reply: FastifyReply): Promise<void> {
    reply.header('ratelimit-policy', this.#policy);
    rejectWithHeaderIfExceeded(this.#requests.consumeSync('node'), this.#requests, reply);
    rejectWithHeaderIfExceeded(await this.#peer.consume(toPeerKey(address)), this.#peer, reply);
  }

  /**
   * Charges an authenticated REST request; `poll` also charges the budget of long polls. Rejects with `rate_limited`.
   */
  async chargePrincipal(credentialId: string, reply: FastifyReply, poll = false): Promise<void> {
    const principal = await this.#principal.consume(credentialId);
    rejectWithHeaderIfExceeded(principal, this.#principal, reply);
    if (!poll) return setRateLimitHeader(this.#principal, principal, reply);
    const polls = await this.#polls.consume(credentialId);
    rejectWithHeaderIfExceeded(polls, this.#polls, reply);
    if (principal.remaining < polls.remaining) setRateLimitHeader(this.#principal, principal, reply);
    else setRateLimitHeader(this.#polls, polls, reply);
  }

  /** Sets the RateLimit header from the peer's budget, unless the budget of a principal has set it. */
  setPeerRateLimitHeader(address: string, reply: FastifyReply): void {
    if (!reply.hasHeader('ratelimit')) setRateLimitHeader(this.#peer, this.#peer.get(toPeerKey(address)), reply);
  }

  /** Charges a request for an audience page or stream. Rejects with `rate_limited`. */
  async chargeAudience(address: string): Promise<void> {
    rejectIfExceeded(await this.#audience.consume(toPeerKey(address)));
  }

  /** Charges a request of a reader page for a chapter. Rejects with `rate_limited`. [D72] */
  async chargeText(address: string): Promise<void> {
    rejectIfExceeded(await this.#texts.consume(toPeerKey(address)));
  }

  /** Charges a request for sign-in, account pages or OAuth. Rejects with `rate_limited`. */
  async chargePages(address: string): Promise<void> {
    rejectIfExceeded(await this.#pages.consume(toPeerKey(address)));
  }

  /** Charges a request for a public document or for an unknown path. Throws `rate_limited`. */
  chargeDocument(address: string): void {
    rejectIfExceeded(this.#documents.consumeSync(toPeerKey(address)));
  }

  /** Charges a health or metrics request, which has its own count under the documents budget. Throws `rate_limited`. */
  chargeHealth(address: string): void {
    rejectIfExceeded(this.#documents.consumeSync(`health ${toPeerKey(address)}`));
  }

  /**
   * Charges the start of a terminal login, because each one is stored until it expires. Rejects with `rate_limited`.
   */
  async chargeTerminalLogin(address: string): Promise<void> {
    rejectIfExceeded(await this.#terminals.consume(toPeerKey(address)));
  }

  /**
   * Charges an attempt to enter a protected Live. Only wrong secrets count, because an audience can share an address.
   * After too many wrong secrets a correct one is rejected too. Rejects with `rate_limited`. [D20]
   */
  async chargeGuess(liveId: string, address: string, right: boolean): Promise<void> {
    const key = `${liveId} ${toPeerKey(address)}`;
    if (!right) return rejectIfExceeded(await this.#guesses.consume(key));
    const known = await this.#guesses.peek(key);
    rejectIfExceeded({ ...known, remaining: known.remaining - 1 });
  }

  /**
   * Charges a wrong key of a button link, or only checks that the address has not sent too many. Rejects with
   * `rate_limited`. [D74]
   */
  async chargeButtonKey(address: string, wrong: boolean): Promise<void> {
    const key = toPeerKey(address);
    rejectIfExceeded(await (wrong ? this.#buttonKeys.consume(key) : this.#buttonKeys.peek(key)));
  }
}

function rejectIfExceeded({ remaining, resetSeconds }: RateLimitStatus): void {
  if (remaining < 0) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: resetSeconds });
}

/** Returns the key of a client address, the same on every node. A closed connection has no address. */
export function toPeerKey(address: string | undefined): string {
  const peer = address ?? '';
  // Fast path: an address without a colon is not IPv6.
  if (!peer.includes(':')) return peer.slice(0, PEER_MAX_CHARACTERS);
  if (peer.startsWith(MAPPED_IPV4_PREFIX)) return peer.slice(MAPPED_IPV4_PREFIX.length);
  return isIPv6(peer) ? toNetwork(peer) : peer.slice(0, PEER_MAX_CHARACTERS);
}

/** Returns the /64 network of an IPv6 address, because a host chooses the other 64 bits itself. RFC 4291 §2.5.4 */
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

function setRateLimitHeader(
  { name }: RateLimiter,
  { remaining, resetSeconds }: RateLimitStatus,
  reply: FastifyReply,
): void {
  reply.header('ratelimit', LABELS.get(name)! + Math.max(remaining, 0) + RESETS[resetSeconds]);
}

/** Throws `rate_limited`. */
function rejectWithHeaderIfExceeded(status: RateLimitStatus, budget: RateLimiter, reply: FastifyReply): void {
  if (status.remaining >= 0) return;
  setRateLimitHeader(budget, status, reply);
  const detail = `The budget "${budget.name}" is exhausted.`;
  throw new LecternError('rate_limited', detail, { retryAfterSeconds: status.resetSeconds });
}
