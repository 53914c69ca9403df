import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { Language } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { OutputMaker, OutputOfLive, Owner } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

export interface MadeOutputsServices {
  readonly outputs: Outputs;
}

/** What an id can be; nothing else reaches the database. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The parameter of an address that names who made them. */
export const MADE_BY = 'made_by';

/** Those that a member or a token has made which has just been ended: the page's address says which one. */
export function findMadeOutputs(
  { outputs }: MadeOutputsServices,
  query: (name: string) => string,
  owner: Owner,
  toMaker: (id: string) => OutputMaker,
): Promise<OutputOfLive[]> {
  const id = query(MADE_BY);
  return ID.test(id) ? outputs.listMadeBy(toMaker(id), owner) : Promise.resolve([]);
}

/** Says that they go on, and that whoever made them may still know their addresses. [D60] */
export function madeOutputs(language: Language, outputs: readonly OutputOfLive[]): SafeHtml | false {
  const words = STRINGS[language].tokens.outputs;
  return (
    outputs.length > 0 &&
    html`<div class="done" role="status"><p>${words.lead}</p>
<ul>${outputs.map(({ name, liveName }) => html`<li>${name} · ${liveName}</li>\n`)}</ul></div>\n`
  );
}
