import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { OutputCreator, OutputOfLive, Owner } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

export interface CreatedOutputsServices {
  readonly outputs: Outputs;
}

/** The form of an id. Nothing else is passed to the database. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The query parameter that names the creator of the outputs. */
export const CREATED_BY_PARAMETER = 'made_by';

/** Returns the outputs created by a member or token that was just removed, as the query parameter says. */
export function findCreatedOutputs(
  { outputs }: CreatedOutputsServices,
  query: (name: string) => string,
  owner: Owner,
  toCreator: (id: string) => OutputCreator,
): Promise<OutputOfLive[]> {
  const id = query(CREATED_BY_PARAMETER);
  return ID.test(id) ? outputs.listMadeBy(toCreator(id), owner) : Promise.resolve([]);
}

/** Explains that the outputs remain active, and that their creator may still know the addresses. [D60] */
export function createdOutputs(language: InterfaceLanguage, outputs: readonly OutputOfLive[]): SafeHtml | false {
  const strings = STRINGS[language].tokens.outputs;
  return (
    outputs.length > 0 &&
    html`<div class="done" role="status"><p>${strings.lead}</p>
<ul>${outputs.map(({ name, liveName }) => html`<li>${name} · ${liveName}</li>\n`)}</ul></div>\n`
  );
}
