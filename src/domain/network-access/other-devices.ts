import type { Storage } from '../../storage/storage.ts';
import { type Clock, toTime } from '../clock.ts';

/** Stored value: the time at which another device first opened a page. */
const OPENED_ELSEWHERE = 'opened elsewhere';

/** Whether a device other than the operator's has ever opened a page for screens or the audience. */
export class OtherDevices {
  readonly #storage: Pick<Storage, 'findInstallationValue' | 'setInstallationValue'>;
  readonly #clock: Clock;
  readonly #warn: (error: Error) => void;
  /** Whether this process has stored it, or is about to. */
  #isStored = false;

  constructor(
    storage: Pick<Storage, 'findInstallationValue' | 'setInstallationValue'>,
    clock: Clock,
    warn: (error: Error) => void,
  ) {
    this.#storage = storage;
    this.#clock = clock;
    this.#warn = warn;
  }

  async haveOpened(): Promise<boolean> {
    return (await this.#storage.findInstallationValue(OPENED_ELSEWHERE)) !== null;
  }

  /** Records, once, that another device has opened a page. If it fails, the next page records it. */
  record(): void {
    if (this.#isStored) return;
    this.#isStored = true;
    this.#store().catch((error: Error) => {
      this.#isStored = false;
      this.#warn(error);
    });
  }

  async #store(): Promise<void> {
    if (await this.haveOpened()) return;
    await this.#storage.setInstallationValue(OPENED_ELSEWHERE, toTime(this.#clock()));
  }
}
