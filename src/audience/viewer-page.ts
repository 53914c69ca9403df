import type { OutputPage, OutputStrings } from '../contract/output-page.ts';
import type { ViewerAddress, ViewerDesign, ViewerSettings } from '../contract/viewer.ts';
import { VIEWS, type ViewerView } from '../contract/viewer-views.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import type { PageAssets } from '../pages/toolkit/assets.ts';
import { dataBlock } from '../pages/toolkit/data-block.ts';
import { html } from '../pages/toolkit/html.ts';

export interface ViewerPageOptions {
  liveId: string;
  address: ViewerAddress;
  /** The language of the page's own words: the address's, else the browser's, else English. */
  language: InterfaceLanguage;
  assets: PageAssets;
  /** The Live's settings where known, so that the very first paint has the right ground. */
  settings?: ViewerSettings;
  /** What the organization has designed, for the same reason. */
  design?: ViewerDesign | null;
  /** The state as JSON, where the page may hold it: the first verse then waits for no stream. */
  state?: string | null;
  /** Whether pages of one browser share a stream. */
  shared?: boolean;
  /** The output that the page is of, or is drawn like; else it is the audience's. */
  output?: ViewerOutput;
}

interface ViewerOutput {
  page: OutputPage;
  strings: OutputStrings;
  /** The address of its stream. */
  stream: string;
  /** Whether it is a picture in a frame of the console, where nobody does anything. */
  framed?: boolean;
}

/** Sources of the parts of the script that a page begins with: its view, and what it is going to need in any case. */
const partsOf = (view: ViewerView, design: boolean, output: boolean): string[] => [
  `web/viewer/views/${view}.tsx`,
  ...(VIEWS[view].surface === 'page' && VIEWS[view].bar ? ['web/viewer/look/controls.tsx'] : []),
  ...(design ? ['web/viewer/design/design.ts'] : []),
  ...(output ? ['web/viewer/output/output.tsx'] : []),
];

/**
 * The audience's page [D44, D45] as a whole HTML document: an empty ground of the right colour, which the script fills
 * from the state in the page and from the stream. It holds no inline script or style that runs, and nothing from another origin.
 */
export function viewerPage({
  liveId,
  address,
  language,
  assets,
  settings,
  design,
  state,
  shared,
  output,
}: ViewerPageOptions): string {
  const words = STRINGS[language].viewer.page;
  const theme = address.theme ?? settings?.theme ?? 'dark';
  const preset = settings?.preset ?? design?.preset ?? 'default';
  const files = partsOf(address.view, Boolean(design), Boolean(output)).flatMap((part) => assets.parts?.[part] ?? []);
  const styles = [...assets.styles, ...files.flatMap((file) => file.styles)];
  const scripts = new Set([...assets.imports, ...files.flatMap((file) => file.scripts)]);
  const stream = output?.stream ?? `/l/${encodeURIComponent(liveId)}/stream`;
  const page = html`<!doctype html>
<html lang="${language}" data-view="${address.view}" data-surface="${VIEWS[address.view].surface}" data-theme="${theme}" data-preset="${preset}">
<head>
<meta charset="utf-8">
<title>${words.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
${fontsFor(address.view).map((name) => {
  const url = assets.fonts[name];
  return url && html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>\n`;
})}${styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${[...scripts].map(
  (url) => html`<link rel="modulepreload" href="${url}">\n`,
)}<script type="module" src="${assets.script}"></script>
</head>
<body>
<main${output?.framed && html` inert`}>
<h1 class="unseen">${words.title}</h1>
<div id="viewer" data-stream="${stream}"${shared && html` data-live="${liveId}"`}${output && html` data-output="${JSON.stringify(output.page)}" data-output-strings="${JSON.stringify(output.strings)}"${output.framed && html` data-framed`}`} data-strings="${JSON.stringify(STRINGS[language].viewer.strings)}"></div>
</main>
${state && dataBlock('state', state)}<noscript><p class="notice">${words.otherBrowser}</p></noscript>
</body>
</html>
`;
  return page.toString();
}

/** Where a hall would see the fonts change they come at once. A phone gets the words first, in a face of the same measure. */
const fontsFor = (view: ViewerView): string[] =>
  VIEWS[view].surface === 'page' ? [] : ['source-serif-4-latin-opsz-normal', 'inter-latin-wght-normal'];
