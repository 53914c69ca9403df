import type { Pairing, Place, ScreenSecret } from '../../domain/pairing/pairing.ts';
import type { ScreenAdmission, ScreenCookie } from './screen-cookie.ts';

/** Who is let in to outputs. */
export interface OutputDoor {
  /** What admits a browser to the output. Null where it is gone. */
  passOf(outputId: string): Promise<string | null>;
  /** False where the output is gone, or its key was replaced. */
  admits(admission: ScreenAdmission): Promise<boolean>;
}

/** Finds what a browser that opens `/screen` sees: the output that it was given, or a code. [D61] */
export class ScreenVisits {
  readonly #pairing: Pairing;
  readonly #door: OutputDoor;

  constructor(pairing: Pairing, door: OutputDoor) {
    this.#pairing = pairing;
    this.#door = door;
  }

  /** What the browser should keep from now on. Throws `rate_limited` where it needs a code and too many wait. */
  async visit(cookie: ScreenCookie | null, place: Place): Promise<ScreenCookie> {
    if (cookie === null) return this.#begin(null, place);
    if ('admission' in cookie) return (await this.#door.admits(cookie.admission)) ? cookie : this.#begin(null, place);
    const { waiting } = cookie;
    const state = await this.#pairing.find(waiting);
    if (state === null) return this.#begin(waiting, place);
    if (!('outputId' in state)) return cookie;
    const { outputId } = state;
    const pass = await this.#door.passOf(outputId);
    return pass === null ? this.#begin(waiting, place) : { admission: { outputId, pass } };
  }

  async #begin(before: ScreenSecret | null, place: Place): Promise<ScreenCookie> {
    return { waiting: await this.#pairing.begin(before, place) };
  }
}
