import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  SERVICE_TOKENS_PER_ORGANIZATION_MAX,
  TERMINAL_LOGIN_SECONDS,
  TERMINAL_POLL_SECONDS,
  TERMINALS_PER_MEMBER_MAX,
} from '../../../contract/limits.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Owner, SessionHolder, Storage, TerminalLoginRecord } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../../opaque-secret.ts';
import { toAccountOwner } from '../owners/owner.ts';
import { expiryAfterDays, newCredential } from './new-credential.ts';

/** The least time between polls, with one second of tolerance for network delays. RFC 8628 §3.5 */
const POLL_MIN_MS = (TERMINAL_POLL_SECONDS - 1) * 1000;
/** The most terminals whose last poll is cached. */
const POLLS_MAX = 10_000;
/** The most decisions that are cached. */
const DECISIONS_MAX = 1_000;

/** The most expired logins that a new one deletes. More than one, so that their number decreases. */
const DELETED_AT_ONCE = 20;

/** Consonants only, so that codes form no words and contain nothing that looks like a digit. RFC 8628 §6.1 */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE = new RegExp(`^[${ALPHABET}]{8}$`);

/** The credential that a terminal requests. */
interface TerminalRequest {
  readonly name: string;
  /** Empty for all scopes of the user. */
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
  /** The organization to act for, with the approving member's role; null to act for the user. [D67] */
  readonly organizationId: string | null;
}

/** A login as shown to the user who approves or denies it. */
export interface PendingLogin extends TerminalRequest {
  /** The code in its display form: `XXXX-XXXX`. */
  readonly userCode: string;
  /** The expiry of the credential. */
  readonly endsAt: string;
}

/** The result of a poll, with the names of RFC 8628 §3.5. */
type PollResult =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'quota_exceeded'
  | {
      readonly id: string;
      readonly secret: string;
      readonly accountId: string;
      readonly login: TerminalRequest & { readonly endsAt: string };
    };

/**
 * Issues credentials to terminals, approved in a browser (RFC 8628). A credential acts for the user, or for an
 * organization with the user's role. It is created when the terminal collects it. Until then, the approval ends with
 * the session that gave it.
 */
export class TerminalLogins {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #quota: number;
  /** The time of each terminal's last poll. Each node enforces the interval by itself. */
  readonly #polls = new LRUCache<string, number>({ max: POLLS_MAX });
  /** The decisions of each session, so that a form submitted twice gets the same response. Cached on each node only. */
  readonly #decisions = new LRUCache<string, 'approved' | 'denied'>({ max: DECISIONS_MAX });

  constructor(storage: Storage, clock: Clock, { tokensPerUser }: { tokensPerUser: number }) {
    this.#storage = storage;
    this.#clock = clock;
    this.#quota = tokensPerUser;
  }

  /** Starts a login. The returned codes are stored only as hashes; `userCode` is for the user to compare. */
  async begin(request: TerminalRequest): Promise<{ deviceCode: string; userCode: string }> {
    const now = this.#clock();
    // Deleting expired logins bounds their number by those that can be started during one lifetime.
    await this.#storage.terminalLogins.deleteExpired(toTime(now), DELETED_AT_ONCE);
    const deviceCode = newOpaqueSecret();
    for (;;) {
      const userCode = newUserCode();
      const created = await this.#storage.terminalLogins.create({
        ...request,
        deviceHash: hashOpaqueSecret(deviceCode),
        userCodeHash: hashOpaqueSecret(userCode),
        createdAt: toTime(now),
        expiresAt: toTime(now + TERMINAL_LOGIN_SECONDS * 1000),
      });
      if (created) return { deviceCode, userCode };
    }
  }

  /**
   * Finds a pending login by its code, in any case and with or without the dash. Returns null if the code is unknown,
   * decided or expired.
   */
  async find(typed: string): Promise<PendingLogin | null> {
    const userCode = parseUserCode(typed);
    if (userCode === null) return null;
    const login = await this.#storage.terminalLogins.findPending(hashOpaqueSecret(userCode), this.#now());
    return login && { ...toTerminalRequest(login), userCode, endsAt: endOfToken(login) };
  }

  /**
   * Approves or denies a login. Returns false if the code is unknown, expired, or decided otherwise or by another
   * session.
   */
  async decide(
    typed: string,
    state: 'approved' | 'denied',
    { user, session, secretHash }: SessionHolder,
    actor: Actor,
  ): Promise<boolean> {
    const userCode = parseUserCode(typed);
    if (userCode === null) return false;
    const login = await this.#storage.terminalLogins.findPending(hashOpaqueSecret(userCode), this.#now());
    const audit = toAuditRecord(actor, {
      owner: login && state === 'approved' ? ownerOf(login, user) : toAccountOwner(user),
    });
    const decision = { state, userId: user.id, secretHash, now: this.#now() };
    const key = `${session.id} ${userCode}`;
    const decided = await this.#storage.terminalLogins.decide(hashOpaqueSecret(userCode), decision, audit);
    if (decided) this.#decisions.set(key, state);
    return decided || this.#decisions.get(key) === state;
  }

  /** Polls for the credential. If several requests use the same code, only one of them gets it. */
  async collect(deviceCode: string, requestId: string): Promise<PollResult> {
    if (!isOpaqueSecret(deviceCode)) return 'expired_token';
    const deviceHash = hashOpaqueSecret(deviceCode);
    const login = await this.#storage.terminalLogins.find(deviceHash, this.#now());
    if (!login) return 'expired_token';
    if (login.state === 'denied') return 'access_denied';
    if (!('userId' in login)) return this.#recordPoll(deviceHash) ? 'authorization_pending' : 'slow_down';
    const { userId, accountId, name, scopes, organizationId } = login;
    const kind = organizationId === null ? 'personal' : 'service';
    const chosen = { kind, name, scopes, userId, organizationId, expiresAt: endOfToken(login) } as const;
    const { secret, credential } = newCredential(chosen, this.#clock());
    const actor = {
      channel: 'page',
      userId,
      credentialId: null,
      operation: 'collectTerminalToken',
      requestId,
    } as const;
    const outcome = await this.#storage.terminalLogins.collect(
      deviceHash,
      { ...credential, userId },
      {
        quota: organizationId === null ? this.#quota : SERVICE_TOKENS_PER_ORGANIZATION_MAX,
        memberQuota: TERMINALS_PER_MEMBER_MAX,
        audit: toAuditRecord(actor, { owner: ownerOf(login, login), resource: credential.id }),
      },
    );
    if (outcome === 'quota_exceeded') return outcome;
    if (outcome === 'missing') return 'expired_token';
    return { id: credential.id, secret, accountId, login: { ...toTerminalRequest(login), endsAt: endOfToken(login) } };
  }

  /** Records a poll. Returns false if the terminal polled too recently. */
  #recordPoll(deviceHash: string): boolean {
    const now = this.#clock();
    const last = this.#polls.get(deviceHash);
    this.#polls.set(deviceHash, now);
    return last === undefined || now - last >= POLL_MIN_MS;
  }

  #now = (): string => toTime(this.#clock());
}

/**
 * Generates a user code. Its 34 random bits are valid for ten minutes, only for signed-in users, and yield no
 * credential without the device code.
 */
function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Parses a typed code. Returns null if it does not have the form of one. */
function parseUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** Counts the lifetime from the start of the login, so that the credential expires when the page said. */
const endOfToken = ({ createdAt, expiresInDays }: TerminalLoginRecord): string =>
  expiryAfterDays(expiresInDays, Date.parse(createdAt));

/** Returns the owner whose audit log records the login. */
const ownerOf = ({ organizationId }: TerminalRequest, person: { readonly accountId: string }): Owner =>
  organizationId === null ? toAccountOwner(person) : { kind: 'organization', id: organizationId };

const toTerminalRequest = ({ name, scopes, expiresInDays, organizationId }: TerminalLoginRecord): TerminalRequest => ({
  name,
  scopes,
  expiresInDays,
  organizationId,
});
