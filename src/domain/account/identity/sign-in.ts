import type { SessionHolder, SignInUser, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import type { Clock } from '../../clock.ts';
import { parseEmail } from '../../email.ts';
import { hashOpaqueSecret, newOpaqueSecret } from '../../opaque-secret.ts';
import { toAccountOwner } from '../owners/owner.ts';
import { findPasswordProblem, hashPassword, type PasswordProblem, verifyPassword } from './password.ts';
import { isRecentlyAuthenticated } from './recent-authentication.ts';
import type { SignInAttempt, SignInThrottle } from './sign-in-throttle.ts';

/** The longest typed e-mail address that is processed; valid ones are shorter. */
const TYPED_MAX_CHARACTERS = 300;

/** The attempt was refused; no password is checked for this number of seconds. */
interface Throttled {
  readonly outcome: 'throttled';
  readonly retryAfterSeconds: number;
}

type SignInOutcome =
  /** `passwordHash` is the hash that matched. The session start checks that it is still the user's. */
  | { readonly outcome: 'right'; readonly user: SignInUser; readonly passwordHash: string }
  | { readonly outcome: 'wrong' | 'disabled' }
  | Throttled;

type ChangeOutcome =
  /** The password was changed. The session continues with this new secret; the old one is invalid. */
  | { readonly outcome: 'changed'; readonly secret: string; readonly user: SignInUser }
  /** `session_over`: the session has ended, and nothing was changed. */
  | { readonly outcome: 'wrong' | 'sign_in_again' | 'session_over' }
  | { readonly outcome: 'refused'; readonly problem: PasswordProblem }
  | Throttled;

/** Checks passwords within the limits of attempts, and changes them. */
export class SignIn {
  readonly #storage: Storage;
  readonly #throttle: SignInThrottle;
  readonly #clock: Clock;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after a password was changed, which ends sessions. */
  constructor(storage: Storage, throttle: SignInThrottle, clock: Clock, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#throttle = throttle;
    this.#clock = clock;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /**
   * Checks a password. Takes the same time for an unknown e-mail address. Reveals that a user is disabled only after
   * the right password. `findBrowser` returns what identifies a browser that has signed in to the user before with the
   * current password. Throws `unavailable` if too many sign in at once.
   */
  async withPassword(
    attempt: Omit<SignInAttempt, 'knownBrowser'> & { findBrowser: (user: SignInUser) => string | null },
    password: string,
  ): Promise<SignInOutcome> {
    const email = parseEmail(attempt.email);
    const user = email === null ? null : await this.#storage.people.findSignInUser({ email });
    const name = email ?? attempt.email.slice(0, TYPED_MAX_CHARACTERS);
    const knownBrowser = user && attempt.findBrowser(user);
    return this.#withThrottle({ email: name, address: attempt.address, knownBrowser }, async () => {
      const { right, outdated } = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !right) return { outcome: 'wrong' };
      if (user.disabled) return { outcome: 'disabled' };
      const passwordHash = user.passwordHash!;
      if (!outdated || findPasswordProblem(password, [])) return { outcome: 'right', user, passwordHash };
      const renewed = await hashPassword(password);
      const replaced = await this.#storage.people.rehashPassword(user.id, passwordHash, renewed);
      return { outcome: 'right', user, passwordHash: replaced ? renewed : passwordHash };
    });
  }

  /**
   * Changes a password. Ends the user's other sessions and one-time links, and gives the current session a new secret.
   * A user without a password must have signed in recently instead; `current` is then ignored.
   */
  async changePassword(
    { user: { id }, session, secretHash }: SessionHolder,
    { current, next }: { current: string; next: string },
    actor: Actor,
  ): Promise<ChangeOutcome> {
    const user = await this.#storage.people.findSignInUser({ id });
    if (!user) return { outcome: 'wrong' };
    const problem = findPasswordProblem(next, [user.email, user.name]);
    if (problem) return { outcome: 'refused', problem };
    const { passwordHash: from } = user;
    if (from === null && !isRecentlyAuthenticated(session, this.#clock())) return { outcome: 'sign_in_again' };
    if (from !== null) {
      const attempt = { email: user.email, address: '', knownBrowser: `session ${session.id}` };
      const result = await this.#withThrottle(attempt, async () => {
        const { right } = await verifyPassword(current, from);
        return right ? { outcome: 'right', user, passwordHash: from } : { outcome: 'wrong' };
      });
      if (result.outcome === 'throttled') return result;
      if (result.outcome !== 'right') return { outcome: 'wrong' };
    }
    const secret = newOpaqueSecret();
    const to = await hashPassword(next);
    const change = { userId: id, from, to, kept: { from: secretHash, to: hashOpaqueSecret(secret) } };
    const audit = toAuditRecord(actor, { owner: toAccountOwner(user), resource: id });
    const outcome = await this.#storage.people.changePassword(change, audit).finally(this.#onAuthorityChanged);
    if (outcome === 'changed') return { outcome, secret, user: { ...user, passwordHash: to } };
    return { outcome: outcome === 'other_password' ? 'wrong' : outcome };
  }

  async #withThrottle(attempt: SignInAttempt, check: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
    const counted = await this.#throttle.countSignIn(attempt);
    if (typeof counted === 'number') return { outcome: 'throttled', retryAfterSeconds: counted };
    try {
      const result = await check();
      if (result.outcome !== 'wrong') await this.#throttle.clear(counted);
      return result;
    } catch (error) {
      await this.#throttle.release(counted);
      throw error;
    }
  }
}
