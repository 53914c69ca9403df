import { LecternError } from '../../../contract/lectern-error.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { parseEmail } from '../../email.ts';
import { newUuid } from '../../identifiers.ts';
import { parseName } from '../../name.ts';
import { toAccountOwner } from '../owners/owner.ts';
import { requireUnrestricted } from '../owners/restriction.ts';
import type { OneTimeLinks } from './one-time-links.ts';
import { findPasswordProblem, hashPassword, type PasswordProblem } from './password.ts';

interface SignUpForm {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface SignUpProblems {
  readonly name?: 'invalid';
  readonly email?: 'invalid' | 'taken';
  readonly password?: PasswordProblem;
}

type SignUpOutcome =
  | { readonly user: { id: string; accountId: string }; readonly passwordHash: string }
  | { readonly problems: SignUpProblems };

/** Creates accounts of users who sign up, by invitation or, if the installation allows it, without one. */
export class SignUp {
  /** The people who may sign up: everyone, invited people, or no one. */
  readonly mode: 'open' | 'invitation' | 'closed';
  readonly #storage: Storage;
  readonly #links: OneTimeLinks;

  constructor(storage: Storage, links: OneTimeLinks, mode: SignUp['mode']) {
    this.mode = mode;
    this.#storage = storage;
    this.#links = links;
  }

  /**
   * Creates the user, the account and the membership that the invitation offers in one transaction. With an invitation,
   * the e-mail address is the invited one. Throws `not_found` for an expired invitation, `processing_restricted` for
   * one to a restricted organization, and `unavailable` if too many sign up at once.
   */
  async signUp(form: SignUpForm, invitation: string | null, actor: Actor): Promise<SignUpOutcome> {
    const open = invitation === null ? null : await this.#links.find(invitation);
    if (invitation !== null && open?.purpose !== 'invitation') throw linkOver();
    const invited = open?.purpose === 'invitation' ? open : null;
    const email = invited ? invited.email : parseEmail(form.email);
    const name = parseName(form.name);
    const password = findPasswordProblem(form.password, [email ?? '', name ?? '']);
    if (email === null || name === null || password) {
      return {
        problems: {
          ...(name === null && { name: 'invalid' }),
          ...(email === null && { email: 'invalid' }),
          ...(password && { password }),
        },
      };
    }
    const ids = { id: newUuid(), accountId: newUuid() };
    const account = toAccountOwner(ids);
    const organization = invited?.organization && ({ kind: 'organization', id: invited.organization.id } as const);
    if (organization) requireUnrestricted(await this.#storage.owners.find(organization));
    const by = { ...actor, userId: ids.id };
    const audits = [toAuditRecord(by, { owner: account, resource: ids.id })];
    if (organization) audits.push(toAuditRecord(by, { owner: organization, resource: invited!.id }));
    const passwordHash = await hashPassword(form.password);
    const outcome = await this.#storage.people.signUp(
      { ...ids, email, name, passwordHash },
      invitation === null ? null : this.#links.useOf(invitation),
      audits,
    );
    if (outcome === 'link_over') throw linkOver();
    if (outcome === 'email_taken') return { problems: { email: 'taken' } };
    return { user: ids, passwordHash };
  }
}

const linkOver = () => new LecternError('not_found', 'This invitation has expired or was already used.');
