import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { Words } from '../toolkit/page-language.ts';

/** What is wrong with a name of a token or an organization. */
export const NAME_PROBLEM: Words<string> = {
  en: `Enter a name of 1 to ${NAME_MAX_CHARACTERS} visible characters.`,
  pt: `Digite um nome com 1 a ${NAME_MAX_CHARACTERS} caracteres visíveis.`,
  de: `Geben Sie einen Namen mit 1 bis ${NAME_MAX_CHARACTERS} sichtbaren Zeichen ein.`,
};
