import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { OutputCreator, OutputOfLive, Owner } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

export interface CreatedOutputsServices {
  readonly outputs: Outputs;
}

/** What an id can be; nothing else reaches the database. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The parameter of an address that names who made them. */
export const CREATED_BY_PARAMETER = 'made_by';

/** Those that a member or a token has made which has just been ended: the page's address says which one. */
export function findCreatedOutputs(
  { outputs }: CreatedOutputsServices,
  query: (name: string) => string,
  owner: Owner,
  toMaker: (id: string) => OutputCreator,
): Promise<OutputOfLive[]> {
  const id = query(CREATED_BY_PARAMETER);
  return ID.test(id) ? outputs.listMadeBy(toMaker(id), owner) : Promise.resolve([]);
}

/** Says that they go on, and that whoever made them may still know their addresses. [D60] */
export function createdOutputs(language: InterfaceLanguage, outputs: readonly OutputOfLive[]): SafeHtml | false {
  const words = STRINGS[language].tokens.outputs;
  return (
    outputs.length > 0 &&
    html`<div class="done" role="status"><p>${words.lead}</p>
<ul>${outputs.map(({ name, liveName }) => html`<li>${name} · ${liveName}</li>\n`)}</ul></div>\n`
  );
}
