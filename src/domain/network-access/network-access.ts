import { NETWORK_ACCESS, type Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';

/** Setting that decides whether other devices can connect, instead of the stored value. */
export type NetworkSetting = 'HOST' | '--lan' | 'postgres';

interface NetworkAccessDependencies {
  readonly storage: Pick<Storage, 'findInstallationValue' | 'setInstallationValue'>;
  /** The setting that wins over the stored value; null if none does. */
  readonly decidedBy: NetworkSetting | null;
  /** Listens on every address, or only for this machine. Rejects, with no change, if it cannot. */
  readonly listen: (everywhere: boolean) => Promise<void>;
}

/** Whether other devices in the network can connect, which an administrator changes while the server runs. [D78] */
export class NetworkAccess {
  readonly decidedBy: NetworkSetting | null;
  readonly #storage: NetworkAccessDependencies['storage'];
  readonly #listen: NetworkAccessDependencies['listen'];
  /** The last change, after which the next one starts. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor({ storage, decidedBy, listen }: NetworkAccessDependencies) {
    this.#storage = storage;
    this.decidedBy = decidedBy;
    this.#listen = listen;
  }

  /** Returns whether an administrator has turned it on, and no setting decides. */
  async isTurnedOn(): Promise<boolean> {
    return this.decidedBy === null && (await this.#storage.findInstallationValue(NETWORK_ACCESS)) === 'on';
  }

  /**
   * Turns it on or off, at once and for each later start. Rejects, with no change, if the server cannot listen or the
   * change cannot be stored. Has no effect if a setting decides.
   */
  turn(on: boolean, actor: Actor): Promise<void> {
    const change = this.#changes.then(() => this.#turn(on, actor));
    this.#changes = change.catch(() => {});
    return change;
  }

  async #turn(on: boolean, actor: Actor): Promise<void> {
    const before = await this.isTurnedOn();
    if (this.decidedBy !== null || on === before) return;
    await this.#listen(on);
    try {
      const audit = toAuditRecord(actor, { owner: null });
      await this.#storage.setInstallationValue(NETWORK_ACCESS, on ? 'on' : 'off', audit);
    } catch (error) {
      await this.#listen(before);
      throw error;
    }
  }
}
