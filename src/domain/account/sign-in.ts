import type { SessionHolder, SigningUser, Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from './audit.ts';
import { parseEmail } from './email.ts';
import { findPasswordProblem, hashPassword, type PasswordProblem, verifyPassword } from './password.ts';
import type { Attempt, SignInThrottle } from './sign-in-throttle.ts';

/** Longer than any address that can be signed in with. */
const TYPED_MAX_CHARACTERS = 300;

/** For so many seconds no password is judged. */
export interface Throttled {
  readonly outcome: 'throttled';
  readonly retryAfterSeconds: number;
}

export type SignInOutcome =
  | { readonly outcome: 'right'; readonly user: SigningUser }
  | { readonly outcome: 'wrong' | 'disabled' }
  | Throttled;

export type ChangeOutcome =
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'refused'; readonly problem: PasswordProblem }
  | Throttled;

/** Passwords of people: judged within the limits of tries, and changed. */
export class SignIn {
  readonly #storage: Storage;
  readonly #throttle: SignInThrottle;

  constructor(storage: Storage, throttle: SignInThrottle) {
    this.#storage = storage;
    this.#throttle = throttle;
  }

  /**
   * Takes as long for an address that nobody has. That a user is disabled is told to whoever has the password. Throws
   * `unavailable` where too many sign in at once.
   */
  async withPassword(attempt: Attempt, password: string): Promise<SignInOutcome> {
    const email = parseEmail(attempt.email);
    const name = email ?? attempt.email.slice(0, TYPED_MAX_CHARACTERS);
    return this.#judged({ ...attempt, email: name }, async () => {
      const user = email === null ? null : await this.#storage.people.findSigningUser({ email });
      const { right, outdated } = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !right) return { outcome: 'wrong' };
      if (outdated && !findPasswordProblem(password, [])) {
        await this.#storage.people.rehashPassword(user.id, user.passwordHash!, await hashPassword(password));
      }
      return user.disabled ? { outcome: 'disabled' } : { outcome: 'right', user };
    });
  }

  /**
   * Ends the user's other sessions, and links that were made for the user. `current` does not count for a user who has no
   * password yet.
   */
  async changePassword(
    { user: { id }, session }: SessionHolder,
    { current, next }: { current: string; next: string },
    actor: Actor,
  ): Promise<ChangeOutcome> {
    const user = await this.#storage.people.findSigningUser({ id });
    if (!user) return { outcome: 'wrong' };
    const problem = findPasswordProblem(next, [user.email, user.name]);
    if (problem) return { outcome: 'refused', problem };
    const { passwordHash: from } = user;
    if (from !== null) {
      const attempt = { email: user.email, address: '', knownBrowser: `session ${session.id}` };
      const judged = await this.#judged(attempt, async () => {
        const { right } = await verifyPassword(current, from);
        return right ? { outcome: 'right', user } : { outcome: 'wrong' };
      });
      if (judged.outcome === 'throttled') return judged;
      if (judged.outcome !== 'right') return { outcome: 'wrong' };
    }
    const change = { userId: id, from, to: await hashPassword(next), keptSession: session.id };
    const audit = toAuditRecord(actor, { owner: { kind: 'account', id: user.accountId }, resource: id });
    return { outcome: (await this.#storage.people.changePassword(change, audit)) ? 'changed' : 'wrong' };
  }

  async #judged(attempt: Attempt, judge: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
    const counted = await this.#throttle.takeSignIn(attempt);
    if (typeof counted === 'number') return { outcome: 'throttled', retryAfterSeconds: counted };
    try {
      const judged = await judge();
      if (judged.outcome !== 'wrong') await this.#throttle.forget(counted);
      return judged;
    } catch (error) {
      await this.#throttle.giveBack(counted);
      throw error;
    }
  }
}
