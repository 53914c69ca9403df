import { html, type SafeHtml } from './html.ts';

/** Renders a confirmation that something was done. */
export const notice = (text: string | undefined): SafeHtml | false =>
  text !== undefined && html`<p class="done" role="status">${text}</p>\n`;

/** Returns the sentence with this name, which comes from the address. */
export const findSentence = <Sentences extends object>(sentences: Sentences, name: string): string | undefined =>
  Object.hasOwn(sentences, name) ? String(sentences[name as keyof Sentences]) : undefined;
