import { createRequire } from 'node:module';
import { STRINGS } from '../../src/locales/strings.ts';
import { escapeHtml, html, type SafeHtml, trustedHtml } from '../../src/pages/toolkit/html.ts';

/**
 * The part of highlight.js that is used here. Its own types would bring those of the browser into every file of the
 * server.
 */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): unknown;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

const require = createRequire(import.meta.url);
const hljs: Highlighter = require('highlight.js/lib/core');
for (const name of ['bash', 'ini', 'json', 'nginx', 'typescript', 'xml', 'yaml'])
  hljs.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));

/**
 * A block of code with its button, which the script of the page shows. A label names it where several stand together.
 */
export function codeBlock(code: string, language: string, label?: string, strings = STRINGS.en.docs): SafeHtml {
  const text = code.trimEnd();
  const known = hljs.getLanguage(language) !== undefined;
  const markup = known ? hljs.highlight(text, { language, ignoreIllegals: true }).value : escapeHtml(text);
  return html`<div class="code">${label && html`<p class="label">${label}</p>`}<pre><code>${trustedHtml(markup)}</code></pre>
<button type="button" class="copy" hidden>${strings.code.copy}</button></div>`;
}
