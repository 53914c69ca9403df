import type { GraphicsAPI, PlayActionReturnPayload, ReturnPayload } from 'ograf';
import { largestThatFits } from '../../../web/viewer/fit/fit.ts';
import { followNow } from './follow-now.ts';
import { type GraphicData, NO_DATA, readData, type Shown, toStep, type View } from './graphic-data.ts';
import { createSheet } from './graphic-sheet.ts';

const FADE_MS = 300;
/** Sizes of the text, in thousandths of the height of the graphic. */
const SIZES: Readonly<Record<View, readonly [number, number]>> = { 'lower-third': [14, 46], 'full-page': [14, 90] };
const OK = { statusCode: 200 };

/** An OGraf graphic that shows what a room shows while it is played. It is transparent while nothing is shown. */
export default class LecternGraphic extends HTMLElement implements GraphicsAPI.Graphic {
  #data: GraphicData = NO_DATA;
  #step: number | undefined;
  #shown: Shown | null = null;
  #following: AbortController | null = null;
  readonly #box = createPart('div', 'box');
  readonly #text = createPart('p', 'text');
  readonly #reference = createPart('p', 'reference');
  readonly #attribution = createPart('p', 'attribution');
  readonly #resized = new ResizeObserver(() => this.#fit());

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [createSheet()];
    this.#box.append(this.#text, this.#reference, this.#attribution);
    root.append(this.#box);
    this.#render();
  }

  async load({ data }: Parameters<GraphicsAPI.Graphic['load']>[0]): Promise<ReturnPayload> {
    const result = this.#update(data);
    this.#resized.observe(this);
    return result;
  }

  async updateAction({ data }: Parameters<GraphicsAPI.Graphic['updateAction']>[0]): Promise<ReturnPayload> {
    return this.#update(data);
  }

  async playAction(params: Parameters<GraphicsAPI.Graphic['playAction']>[0] = {}): Promise<PlayActionReturnPayload> {
    const step = toStep(this.#step, params);
    if (step === undefined) await this.#stop(params.skipAnimation);
    else {
      if (!this.#data.address)
        return { statusCode: 400, statusMessage: 'The graphic has no address to read.', currentStep: this.#step! };
      this.#step = step;
      this.#follow();
      await this.#fade(1, params.skipAnimation);
    }
    // The specification asks for undefined at the end, which its types do not have.
    return { ...OK, currentStep: this.#step! };
  }

  async stopAction({ skipAnimation }: Parameters<GraphicsAPI.Graphic['stopAction']>[0] = {}) {
    await this.#stop(skipAnimation);
    return OK;
  }

  async customAction() {
    return { statusCode: 404, statusMessage: 'The graphic has no custom actions.' };
  }

  async goToTime() {
    return { statusCode: 501, statusMessage: 'The graphic renders in real time only.' };
  }

  async setActionsSchedule() {
    return { statusCode: 501, statusMessage: 'The graphic renders in real time only.' };
  }

  async dispose() {
    this.#resized.disconnect();
    await this.#stop(true);
    return OK;
  }

  #update(data: unknown): ReturnPayload {
    const next = readData(data, this.#data);
    if (typeof next === 'string') return { statusCode: 400, statusMessage: next };
    const isOtherAddress = next.address?.href !== this.#data.address?.href;
    this.#data = next;
    if (isOtherAddress) this.#unfollow();
    if (this.#step !== undefined) this.#follow();
    this.#render();
    return OK;
  }

  #follow(): void {
    if (this.#following || !this.#data.address) return;
    const following = new AbortController();
    this.#following = following;
    const show = (shown: Shown | null) => {
      if (this.#following !== following) return;
      this.#shown = shown;
      this.#render();
    };
    void followNow(this.#data.address, show, following.signal);
  }

  #unfollow(): void {
    this.#following?.abort();
    this.#following = null;
    this.#shown = null;
  }

  async #stop(skipAnimation?: boolean): Promise<void> {
    this.#step = undefined;
    await this.#fade(0, skipAnimation);
    // It was played again during the animation.
    if (this.#step !== undefined) return;
    this.#unfollow();
    this.#render();
  }

  async #fade(opacity: 0 | 1, skipAnimation = false): Promise<void> {
    this.style.opacity = `${opacity}`;
    if (skipAnimation) return;
    this.animate([{ opacity: 1 - opacity }, { opacity }], FADE_MS);
    // The animation itself would not end while the page is hidden.
    await new Promise((resolve) => setTimeout(resolve, FADE_MS));
  }

  #render(): void {
    const { reference = '', text = '', attribution = '' } = this.#shown ?? {};
    this.#box.className = this.#data.view;
    this.#box.hidden = this.#shown === null;
    this.#text.textContent = text;
    this.#reference.textContent = reference;
    this.#attribution.textContent = attribution;
    this.#fit();
  }

  /** Shows the text as large as it fits into the box. */
  #fit(): void {
    if (this.#shown === null) return;
    const box = this.#box;
    const [min, max] = SIZES[this.#data.view];
    const apply = (size: number) => box.style.setProperty('--size', `${size}`);
    const size = largestThatFits(min, max, (tried) => {
      apply(tried);
      return box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth;
    });
    apply(size);
  }
}

/** Each paragraph has the direction of its own text. */
function createPart(name: string, className: string): HTMLElement {
  const part = document.createElement(name);
  part.className = className;
  part.dir = 'auto';
  return part;
}
