import type { KeyCookies } from '../../domain/key-cookies.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { Pairing, ScreenRequestOrigin, ScreenSecret } from '../../domain/pairing/pairing.ts';
import type { ScreenAdmission, ScreenCookie } from './screen-cookie.ts';

/** Finds what a browser that opens `/screen` sees: the output that it was given, or a code. [D61] */
export class ScreenResolver {
  readonly #pairing: Pairing;
  readonly #outputs: Outputs;
  readonly #passes: KeyCookies;

  constructor(pairing: Pairing, outputs: Outputs, passes: KeyCookies) {
    this.#pairing = pairing;
    this.#outputs = outputs;
    this.#passes = passes;
  }

  /** What the browser should keep from now on. Throws `rate_limited` where it needs a code and too many wait. */
  async resolve(cookie: ScreenCookie | null, place: ScreenRequestOrigin): Promise<ScreenCookie> {
    if (cookie === null) return this.#begin(null, place);
    if ('admission' in cookie) return (await this.#admits(cookie.admission)) ? cookie : this.#begin(null, place);
    const { waiting } = cookie;
    const state = await this.#pairing.find(waiting);
    if (state === null) return this.#begin(waiting, place);
    if (!('outputId' in state)) return cookie;
    const output = await this.#outputs.find(state.outputId);
    if (!output) return this.#begin(waiting, place);
    return { admission: { outputId: output.id, pass: this.#passes.toCookieValue(output) } };
  }

  /** False where the output is gone, or its key was replaced. */
  async #admits({ outputId, pass }: ScreenAdmission): Promise<boolean> {
    const output = await this.#outputs.find(outputId);
    return output !== null && this.#passes.admits(output, pass);
  }

  async #begin(before: ScreenSecret | null, place: ScreenRequestOrigin): Promise<ScreenCookie> {
    return { waiting: await this.#pairing.begin(before, place) };
  }
}
