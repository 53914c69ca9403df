import { LecternError } from '../../../contract/lectern-error.ts';
import { CONSOLE_CREDENTIAL_SECONDS, CONSOLE_CREDENTIALS_PER_SESSION_MAX } from '../../../contract/limits.ts';
import { type Scope, scopesOfConsole } from '../../../contract/scopes.ts';
import type { Owner, SessionHolder, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { newId } from '../../identifiers.ts';
import { hashCredentialSecret, isCredentialSecret, newCredentialSecret } from './credential-secret.ts';

/** A bearer credential in the response to the console. */
interface IssuedConsoleCredential {
  readonly token: string;
  readonly expiresInSeconds: number;
  readonly scopes: readonly Scope[];
}

/** The bearer credentials of open consoles, which act for the signed-in user. [D63] */
export class ConsoleCredentials {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * Extends the session's current credential if it is valid for the owner; otherwise creates another one. Throws
   * `invalid_token` if the session has ended, and `not_found` if the user is not a member of the organization.
   */
  async renew(
    holder: SessionHolder,
    owner: Owner,
    currentSecret: string | null,
    actor: Actor,
  ): Promise<IssuedConsoleCredential> {
    const token = (await this.#extend(holder, owner, currentSecret)) ?? (await this.#issue(holder, owner, actor));
    const authority = await this.#storage.consoleCredentials.findAuthority(hashCredentialSecret(token));
    // The session or membership ended in the meantime.
    if (!authority) throw sessionEndedError();
    const seconds = Math.floor((Date.parse(authority.endsAt) - this.#clock()) / 1000);
    return { token, expiresInSeconds: Math.max(seconds, 0), scopes: scopesOfConsole(authority.role) };
  }

  async #extend({ session }: SessionHolder, owner: Owner, currentSecret: string | null): Promise<string | null> {
    if (currentSecret === null || !isCredentialSecret(currentSecret)) return null;
    const now = this.#clock();
    const key = {
      hash: hashCredentialSecret(currentSecret),
      sessionId: session.id,
      organizationId: organizationOf(owner),
    };
    const renewed = await this.#storage.consoleCredentials.renew(key, toTime(now), endFrom(now));
    return renewed ? currentSecret : null;
  }

  async #issue({ user, secretHash }: SessionHolder, owner: Owner, actor: Actor): Promise<string> {
    const now = this.#clock();
    const token = newCredentialSecret(owner.kind === 'organization' ? 'service' : 'personal');
    const credential = {
      id: newId(),
      hash: hashCredentialSecret(token),
      organizationId: organizationOf(owner),
      createdAt: toTime(now),
      expiresAt: endFrom(now),
    };
    const outcome = await this.#storage.consoleCredentials.issue(
      credential,
      { userId: user.id, secretHash, now: toTime(now) },
      CONSOLE_CREDENTIALS_PER_SESSION_MAX,
      toAuditRecord(actor, { owner, resource: credential.id }),
    );
    if (outcome === 'session_over') throw sessionEndedError();
    if (outcome === 'missing') throw new LecternError('not_found');
    return token;
  }
}

const organizationOf = ({ kind, id }: Owner): string | null => (kind === 'organization' ? id : null);

const endFrom = (nowMs: number): string => toTime(nowMs + CONSOLE_CREDENTIAL_SECONDS * 1000);

/** Creates the error for a missing or ended session. */
export const sessionEndedError = (): LecternError =>
  new LecternError('invalid_token', 'You are no longer signed in.', { recovery: 'Sign in again.' });
