import { ROLE_SCOPES } from '../../contract/scopes.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { OrganizationStore, Owner, SessionHolder } from '../../storage/storage.ts';

/** Checks access to pictures: the owning account, and members whose role has `live.get`. [D63] */
export class PictureRights {
  readonly #sessions: Pick<Sessions, 'findStored'>;
  readonly #organizations: Pick<OrganizationStore, 'find'>;

  constructor(sessions: Pick<Sessions, 'findStored'>, organizations: Pick<OrganizationStore, 'find'>) {
    this.#sessions = sessions;
    this.#organizations = organizations;
  }

  /** Checks the current membership. */
  async allows({ user }: SessionHolder, owner: Owner): Promise<boolean> {
    if (owner.kind === 'account') return owner.id === user.accountId;
    const membership = await this.#organizations.find(owner.id, user.id);
    return membership !== null && ROLE_SCOPES[membership.role].includes('live.get');
  }

  /** Checks whether an earlier session still exists and has access. */
  async stillAllows({ secretHash }: SessionHolder, owner: Owner): Promise<boolean> {
    const holder = await this.#sessions.findStored(secretHash);
    return holder !== null && this.allows(holder, owner);
  }
}
