import type { RemoteState } from '../../contract/remote.ts';
import type { ViewerAddress } from '../../contract/viewer.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets, type PageAssets } from '../../pages/toolkit/assets.ts';
import { languageAttributes } from '../../pages/toolkit/document.ts';
import { html } from '../../pages/toolkit/html.ts';

export interface RemotePageOptions {
  readonly language: InterfaceLanguage;
  /** Theme of the URL. Defaults to that of the device. */
  readonly theme?: ViewerAddress['theme'];
  /** Present state, or the reason for a notice instead. */
  readonly content: RemoteState | 'entrance' | 'ended' | 'restricted';
  /** Defaults to the built assets. */
  readonly assets?: PageAssets;
}

const ENTRY = 'web/remote/main.tsx';

/** Renders the page of a remote link [D68]. Its script draws the state; otherwise the page shows a notice. */
export function remotePage({ language, theme, content, assets = builtAssets(ENTRY) }: RemotePageOptions): string {
  const strings = STRINGS[language].remote;
  const notice = typeof content === 'string' ? strings.pages[content] : null;
  const title = notice?.title ?? strings.title;
  return html`<!doctype html>
<html ${languageAttributes(language)}${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
${assets.styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${assets.imports.map(
  (url) => html`<link rel="modulepreload" href="${url}">\n`,
)}<script type="module" src="${assets.script}"></script>
</head>
<body>
<main id="remote" data-page="${typeof content === 'string' ? content : 'open'}"${
    typeof content !== 'string' && html` data-state="${JSON.stringify(content)}"`
  }>
${
  notice &&
  html`<section class="notice">
<h1>${notice.title}</h1>
<p>${notice.notice}</p>
</section>
`
}</main>
<noscript><p>${strings.scripts}</p></noscript>
</body>
</html>
`.toString();
}
