import { ROLE_SCOPES } from '../../contract/scopes.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { OrganizationStore, Owner, SessionHolder } from '../../storage/storage.ts';

/** Who may see the picture of a Live: the account that owns it, and the members of its organization whose role may read it. [D63] */
export class PictureRights {
  readonly #sessions: Pick<Sessions, 'findStored'>;
  readonly #organizations: Pick<OrganizationStore, 'find'>;

  constructor(sessions: Pick<Sessions, 'findStored'>, organizations: Pick<OrganizationStore, 'find'>) {
    this.#sessions = sessions;
    this.#organizations = organizations;
  }

  /** By what is true now. */
  async allows({ user }: SessionHolder, owner: Owner): Promise<boolean> {
    if (owner.kind === 'account') return owner.id === user.accountId;
    const membership = await this.#organizations.find(owner.id, user.id);
    return membership !== null && ROLE_SCOPES[membership.role].includes('live.get');
  }

  /** The same for a session that was there a while ago. */
  async stillAllows({ secretHash }: SessionHolder, owner: Owner): Promise<boolean> {
    const holder = await this.#sessions.findStored(secretHash);
    return holder !== null && this.allows(holder, owner);
  }
}
