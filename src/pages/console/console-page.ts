import type { ConsolePage } from '../../contract/console-page.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets, type PageAssets } from '../toolkit/assets.ts';
import { dataBlock } from '../toolkit/data-block.ts';
import { languageAttributes } from '../toolkit/document.ts';
import { html } from '../toolkit/html.ts';
import { plainMark } from '../toolkit/plain-mark.ts';

/**
 * Returns the policy of the page, which allows this server's files, images that the page creates, and frames with this
 * server's pages. With a port, it also allows a connection with OBS on the same computer; nothing else of the request
 * is in it.
 */
export const consolePolicy = (obsPort: number | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${obsPort === null ? '' : ` ws://127.0.0.1:${obsPort}`}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const ENTRY = 'web/console/main.tsx';

/** Renders an empty document with the initial data, which the script fills. */
export function consolePage(
  { isPlain, ...page }: ConsolePage & { readonly language: InterfaceLanguage; readonly isPlain: boolean },
  assets: PageAssets = builtAssets(ENTRY),
): string {
  const { language } = page;
  return html`<!doctype html>
<html ${languageAttributes(language)} data-surface="console">
<head>
<meta charset="utf-8">
<title>Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${assets.styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${assets.imports.map(
  (url) => html`<link rel="modulepreload" href="${url}">\n`,
)}<script type="module" src="${assets.script}"></script>
</head>
<body>
${plainMark(language, isPlain)}<div id="console"></div>
${dataBlock('page-data', JSON.stringify(page))}<noscript><p>${STRINGS[language].pairing.scripts}</p></noscript>
</body>
</html>
`.toString();
}
