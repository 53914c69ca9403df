import type { SessionHolder, SignInUser, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import type { Clock } from '../../clock.ts';
import { parseEmail } from '../../email.ts';
import { hashOpaqueSecret, newOpaqueSecret } from '../../opaque-secret.ts';
import { toAccountOwner } from '../owners/owner.ts';
import { findPasswordProblem, hashPassword, type PasswordProblem, verifyPassword } from './password.ts';
import { isRecentlyAuthenticated } from './recent-authentication.ts';
import type { SignInAttempt, SignInThrottle } from './sign-in-throttle.ts';

/** Longer than any address that can be signed in with. */
const TYPED_MAX_CHARACTERS = 300;

/** For so many seconds no password is judged. */
interface Throttled {
  readonly outcome: 'throttled';
  readonly retryAfterSeconds: number;
}

type SignInOutcome =
  /** `passwordHash` is what the password was judged by: it has to be the user's still when the session starts. */
  | { readonly outcome: 'right'; readonly user: SignInUser; readonly passwordHash: string }
  | { readonly outcome: 'wrong' | 'disabled' }
  | Throttled;

type ChangeOutcome =
  /** The session goes on with this secret; that of before is nobody's. The user has the new password. */
  | { readonly outcome: 'changed'; readonly secret: string; readonly user: SignInUser }
  /** `session_over`: the session has ended meanwhile, and nothing is changed. */
  | { readonly outcome: 'wrong' | 'sign_in_again' | 'session_over' }
  | { readonly outcome: 'refused'; readonly problem: PasswordProblem }
  | Throttled;

/** Passwords of people: judged within the limits of tries, and changed. */
export class SignIn {
  readonly #storage: Storage;
  readonly #throttle: SignInThrottle;
  readonly #clock: Clock;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after a change of a password: sessions end with it. */
  constructor(storage: Storage, throttle: SignInThrottle, clock: Clock, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#throttle = throttle;
    this.#clock = clock;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /**
   * Takes as long for an address that nobody has. That a user is disabled is told to whoever has the password. `findBrowser`
   * says what tells the browser from others that has signed in to this user before, with the present password. Throws
   * `unavailable` where too many sign in at once.
   */
  async withPassword(
    attempt: Omit<SignInAttempt, 'knownBrowser'> & { findBrowser: (user: SignInUser) => string | null },
    password: string,
  ): Promise<SignInOutcome> {
    const email = parseEmail(attempt.email);
    const user = email === null ? null : await this.#storage.people.findSignInUser({ email });
    const name = email ?? attempt.email.slice(0, TYPED_MAX_CHARACTERS);
    const knownBrowser = user && attempt.findBrowser(user);
    return this.#judged({ email: name, address: attempt.address, knownBrowser }, async () => {
      const { right, outdated } = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !right) return { outcome: 'wrong' };
      if (user.disabled) return { outcome: 'disabled' };
      const passwordHash = user.passwordHash!;
      if (!outdated || findPasswordProblem(password, [])) return { outcome: 'right', user, passwordHash };
      const renewed = await hashPassword(password);
      const kept = await this.#storage.people.rehashPassword(user.id, passwordHash, renewed);
      return { outcome: 'right', user, passwordHash: kept ? renewed : passwordHash };
    });
  }

  /**
   * Ends the user's other sessions, and links that were made for the user; a copy of the present session's secret is worth
   * nothing any more. A user who has no password yet must have signed in lately instead; `current` does not count then.
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
      const judged = await this.#judged(attempt, async () => {
        const { right } = await verifyPassword(current, from);
        return right ? { outcome: 'right', user, passwordHash: from } : { outcome: 'wrong' };
      });
      if (judged.outcome === 'throttled') return judged;
      if (judged.outcome !== 'right') return { outcome: 'wrong' };
    }
    const secret = newOpaqueSecret();
    const to = await hashPassword(next);
    const change = { userId: id, from, to, kept: { from: secretHash, to: hashOpaqueSecret(secret) } };
    const audit = toAuditRecord(actor, { owner: toAccountOwner(user), resource: id });
    const outcome = await this.#storage.people.changePassword(change, audit).finally(this.#onAuthorityChanged);
    if (outcome === 'changed') return { outcome, secret, user: { ...user, passwordHash: to } };
    return { outcome: outcome === 'other_password' ? 'wrong' : outcome };
  }

  async #judged(attempt: SignInAttempt, judge: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
    const counted = await this.#throttle.countSignIn(attempt);
    if (typeof counted === 'number') return { outcome: 'throttled', retryAfterSeconds: counted };
    try {
      const judged = await judge();
      if (judged.outcome !== 'wrong') await this.#throttle.clear(counted);
      return judged;
    } catch (error) {
      await this.#throttle.release(counted);
      throw error;
    }
  }
}
