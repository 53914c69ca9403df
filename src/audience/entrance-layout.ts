import { parseViewerAddress } from '../contract/viewer.ts';
import { VIEWS, type ViewerView } from '../contract/viewer-views.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import type { PageAssets } from '../pages/toolkit/assets.ts';
import { languageAttributes } from '../pages/toolkit/document.ts';
import { html, type SafeHtml } from '../pages/toolkit/html.ts';

interface EntranceFrame {
  /** Query of the page's URL, with its question mark. It can set theme and view. */
  query: string;
  language: InterfaceLanguage;
  title: string;
  assets: PageAssets;
  /** View of the page behind the entrance, if the URL does not name it. */
  view?: ViewerView;
}

/** Renders the document of an entrance or notice page, without inline scripts and styles. */
export function entranceLayout(
  { query, language, title, assets, view: known }: EntranceFrame,
  content: SafeHtml,
): string {
  const { view: named, theme = 'dark' } = parseViewerAddress(new URLSearchParams(query));
  const view = known ?? named;
  return html`<!doctype html>
<html ${languageAttributes(language)} data-surface="${VIEWS[view].surface}" data-theme="${theme}" data-preset="default">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
${assets.styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}<script type="module" src="${assets.script}"></script>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.toString();
}
