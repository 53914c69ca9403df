import { NETWORK_ACCESS, NETWORK_SIGN_IN, type Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';

/** Stored value of each switch. */
const VALUES = { connect: NETWORK_ACCESS, 'sign-in': NETWORK_SIGN_IN };

interface NetworkSwitchDependencies<Setting> {
  readonly storage: Pick<Storage, 'findInstallationValue' | 'setInstallationValue'>;
  /** Whether other devices in the network can connect, or whether people may sign in from there. */
  readonly what: keyof typeof VALUES;
  /** The setting that wins over the stored value; null if none does. */
  readonly decidedBy: Setting | null;
  /** Makes it take effect. Rejects, with no change, if it cannot. */
  readonly apply: (on: boolean) => Promise<void>;
}

/** A switch that an administrator turns while the server runs. `Setting` names what can decide instead. [D78] */
export class NetworkSwitch<Setting extends string> {
  readonly decidedBy: Setting | null;
  readonly #storage: NetworkSwitchDependencies<Setting>['storage'];
  readonly #value: string;
  readonly #apply: NetworkSwitchDependencies<Setting>['apply'];
  /** The last change, after which the next one starts. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor({ storage, what, decidedBy, apply }: NetworkSwitchDependencies<Setting>) {
    this.#storage = storage;
    this.#value = VALUES[what];
    this.decidedBy = decidedBy;
    this.#apply = apply;
  }

  /** Returns whether an administrator has turned it on, and no setting decides. */
  async isTurnedOn(): Promise<boolean> {
    return this.decidedBy === null && (await this.#storage.findInstallationValue(this.#value)) === 'on';
  }

  /**
   * Turns it on or off, at once and for each later start. Rejects, with no change, if it cannot take effect or be
   * stored. Has no effect if a setting decides.
   */
  turn(on: boolean, actor: Actor): Promise<void> {
    const change = this.#changes.then(() => this.#turn(on, actor));
    this.#changes = change.catch(() => {});
    return change;
  }

  async #turn(on: boolean, actor: Actor): Promise<void> {
    const before = await this.isTurnedOn();
    if (this.decidedBy !== null || on === before) return;
    await this.#apply(on);
    try {
      const audit = toAuditRecord(actor, { owner: null });
      await this.#storage.setInstallationValue(this.#value, on ? 'on' : 'off', audit);
    } catch (error) {
      await this.#apply(before);
      throw error;
    }
  }
}
