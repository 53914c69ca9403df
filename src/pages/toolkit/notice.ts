import { html, type SafeHtml } from './html.ts';

/** That something has been done. */
export const notice = (text: string | undefined): SafeHtml | false =>
  text !== undefined && html`<p class="done" role="status">${text}</p>\n`;

/** The sentence of that name, for a name that came with the address. */
export const findSentence = <Sentences extends object>(sentences: Sentences, name: string): string | undefined =>
  Object.hasOwn(sentences, name) ? String(sentences[name as keyof Sentences]) : undefined;
