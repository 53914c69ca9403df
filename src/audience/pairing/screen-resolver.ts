import type { KeyCookies } from '../../domain/key-cookies.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { Pairing, ScreenRequestOrigin, ScreenSecret } from '../../domain/pairing/pairing.ts';
import type { ScreenAdmission, ScreenCookie } from './screen-cookie.ts';

/** Resolves what a browser sees at `/screen`: its output, or a pairing code. [D61] */
export class ScreenResolver {
  readonly #pairing: Pairing;
  readonly #outputs: Outputs;
  readonly #passes: KeyCookies;

  constructor(pairing: Pairing, outputs: Outputs, passes: KeyCookies) {
    this.#pairing = pairing;
    this.#outputs = outputs;
    this.#passes = passes;
  }

  /** Returns the new cookie of the browser. Rejects with `rate_limited` if it needs a code and too many are waiting. */
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

  /** Returns false if the output was deleted or its key rotated. */
  async #admits({ outputId, pass }: ScreenAdmission): Promise<boolean> {
    const output = await this.#outputs.find(outputId);
    return output !== null && this.#passes.admits(output, pass);
  }

  async #begin(before: ScreenSecret | null, place: ScreenRequestOrigin): Promise<ScreenCookie> {
    return { waiting: await this.#pairing.begin(before, place) };
  }
}
