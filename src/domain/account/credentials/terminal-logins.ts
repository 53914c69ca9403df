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

/** A second is left to the ways of the network. RFC 8628 §3.5 */
const POLL_MIN_MS = (TERMINAL_POLL_SECONDS - 1) * 1000;
/** Terminals whose last question is known here. */
const POLLS_MAX = 10_000;
/** Decisions that are known here. */
const DECISIONS_MAX = 1_000;

/** Logins that are over and removed when one is begun: more than one, so that they become fewer. */
const ENDED_AT_ONCE = 20;

/** Consonants: no word comes about, and nothing looks like a digit. RFC 8628 §6.1 */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE = new RegExp(`^[${ALPHABET}]{8}$`);

/** What a terminal asks for. */
interface TerminalWish {
  readonly name: string;
  /** Empty: all that the user may. */
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
  /** To act for, with the role of whoever approves; null: to act for that person. [D67] */
  readonly organizationId: string | null;
}

/** A login as the person who decides sees it. */
export interface PendingLogin extends TerminalWish {
  /** As it is shown: `XXXX-XXXX`. */
  readonly userCode: string;
  /** When the credential will end. */
  readonly endsAt: string;
}

/** What becomes of a terminal's question; the names are those of RFC 8628 §3.5. */
type Collection =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'quota_exceeded'
  | {
      readonly id: string;
      readonly secret: string;
      readonly accountId: string;
      readonly login: TerminalWish & { readonly endsAt: string };
    };

/**
 * Credentials for terminals, approved in a browser (RFC 8628): of the person, or of an organization with the role that the person has
 * there. The credential is made when the terminal collects it;
 * one that was approved and never collected does not come to be, and until it is collected it ends with the session that approved it.
 */
export class TerminalLogins {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #quota: number;
  /** When each terminal has asked last. Every node judges by what it has seen itself: it is a courtesy, not a lock. */
  readonly #polls = new LRUCache<string, number>({ max: POLLS_MAX });
  /** What each session has decided of a code, so that a form that was sent twice is told the same twice. As with polls, a courtesy. */
  readonly #decisions = new LRUCache<string, 'approved' | 'denied'>({ max: DECISIONS_MAX });

  constructor(storage: Storage, clock: Clock, { tokensPerUser }: { tokensPerUser: number }) {
    this.#storage = storage;
    this.#clock = clock;
    this.#quota = tokensPerUser;
  }

  /** The codes are in the answer and nowhere else; `userCode` is for people to compare. */
  async begin(wish: TerminalWish): Promise<{ deviceCode: string; userCode: string }> {
    const now = this.#clock();
    // So that no more are kept than can be begun in the time that one lives.
    await this.#storage.terminalLogins.deleteExpired(toTime(now), ENDED_AT_ONCE);
    const deviceCode = newOpaqueSecret();
    for (;;) {
      const userCode = newUserCode();
      const created = await this.#storage.terminalLogins.create({
        ...wish,
        deviceHash: hashOpaqueSecret(deviceCode),
        userCodeHash: hashOpaqueSecret(userCode),
        createdAt: toTime(now),
        expiresAt: toTime(now + TERMINAL_LOGIN_SECONDS * 1000),
      });
      if (created) return { deviceCode, userCode };
    }
  }

  /** Null for a code that is unknown, decided, or too old. It may be typed in any case, with or without its dash. */
  async find(typed: string): Promise<PendingLogin | null> {
    const userCode = parseUserCode(typed);
    if (userCode === null) return null;
    const login = await this.#storage.terminalLogins.findPending(hashOpaqueSecret(userCode), this.#now());
    return login && { ...toWish(login), userCode, endsAt: endOfToken(login) };
  }

  /** False for a code that is unknown, too old, or decided otherwise or by another session. */
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

  /** A terminal asks for its credential. Of several that ask with one code, one gets it. */
  async collect(deviceCode: string, requestId: string): Promise<Collection> {
    if (!isOpaqueSecret(deviceCode)) return 'expired_token';
    const deviceHash = hashOpaqueSecret(deviceCode);
    const login = await this.#storage.terminalLogins.find(deviceHash, this.#now());
    if (!login) return 'expired_token';
    if (login.state === 'denied') return 'access_denied';
    if (!('userId' in login)) return this.#notePoll(deviceHash) ? 'authorization_pending' : 'slow_down';
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
    if (outcome === 'gone') return 'expired_token';
    return { id: credential.id, secret, accountId, login: { ...toWish(login), endsAt: endOfToken(login) } };
  }

  /** False for a terminal that has asked a moment ago. */
  #notePoll(deviceHash: string): boolean {
    const now = this.#clock();
    const last = this.#polls.get(deviceHash);
    this.#polls.set(deviceHash, now);
    return last === undefined || now - last >= POLL_MIN_MS;
  }

  #now = (): string => toTime(this.#clock());
}

/** The 34 random bits count for ten minutes, for one who is signed in, and give no credential without the device's code. */
function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Null for what cannot be a code. */
function parseUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** So that the credential ends when the page said. */
const endOfToken = ({ createdAt, expiresInDays }: TerminalLoginRecord): string =>
  expiryAfterDays(expiresInDays, Date.parse(createdAt));

/** Whose audit tells of it. */
const ownerOf = ({ organizationId }: TerminalWish, person: { readonly accountId: string }): Owner =>
  organizationId === null ? toAccountOwner(person) : { kind: 'organization', id: organizationId };

const toWish = ({ name, scopes, expiresInDays, organizationId }: TerminalLoginRecord): TerminalWish => ({
  name,
  scopes,
  expiresInDays,
  organizationId,
});
