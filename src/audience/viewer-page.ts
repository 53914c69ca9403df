import { createHash } from 'node:crypto';
import type { OutputPage, OutputStrings } from '../contract/output-page.ts';
import type { ViewerAddress } from '../contract/viewer.ts';
import { VIEWS, type ViewerView } from '../contract/viewer-views.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { builtAssets, type PageAssets } from '../pages/toolkit/assets.ts';
import { dataBlock } from '../pages/toolkit/data-block.ts';
import { html } from '../pages/toolkit/html.ts';
import type { FirstPaint } from './viewer-feed.ts';

const ENTRY = 'web/viewer/main.tsx';

export interface ViewerPageOptions extends Partial<FirstPaint> {
  /** Null for the preview of a draft, which gets its states from the page around its frame. */
  liveId: string | null;
  address: ViewerAddress;
  /** Interface language: that of the URL, else of the browser, else English. */
  language: InterfaceLanguage;
  /** Defaults to the built assets. */
  assets?: PageAssets;
  /** Whether the pages of one browser share a stream. */
  shared?: boolean;
  /** Whether the browser may keep the page: everyone with the link can read it. [D73] */
  kept?: boolean;
  /** Set for the page of an output, or the picture of a Live. */
  output?: ViewerOutput;
}

interface ViewerOutput {
  page: OutputPage;
  strings: OutputStrings;
  /** URL of the stream. */
  stream: string;
  /** Whether it is a picture in a frame of the console, without interaction. */
  framed?: boolean;
}

/** Returns the source files of the script chunks that a page always needs. */
const chunksOf = (view: ViewerView, { liveId, design, output }: ViewerPageOptions): string[] => [
  `web/viewer/views/${view}.tsx`,
  ...(VIEWS[view].surface === 'page' && VIEWS[view].bar ? ['web/viewer/appearance/controls.tsx'] : []),
  ...(design ? ['web/viewer/design/design.ts'] : []),
  ...(output ? ['web/viewer/output/output-controller.tsx'] : []),
  ...(liveId === null ? ['web/viewer/preview/preview-controller.ts', 'web/viewer/design/design.ts'] : []),
  ...(liveId === null && VIEWS[view].slides ? ['web/viewer/slides/slides.ts'] : []),
];

/**
 * Renders the audience page [D44, D45]: an empty page with the right background, which the script fills from the
 * embedded state and the stream. It has no inline scripts or styles, and nothing from other origins.
 */
export function viewerPage(options: ViewerPageOptions): string {
  const {
    liveId,
    address,
    language,
    assets = builtAssets(ENTRY),
    settings,
    design,
    state,
    shared,
    kept,
    output,
  } = options;
  const strings = STRINGS[language].viewer.page;
  const theme = address.theme ?? settings?.theme ?? 'dark';
  const preset = settings?.preset ?? design?.preset ?? 'default';
  const files = chunksOf(address.view, options).flatMap((part) => assets.parts?.[part] ?? []);
  const styles = [...assets.styles, ...files.flatMap((file) => file.styles)];
  const scripts = new Set([...assets.imports, ...files.flatMap((file) => file.scripts)]);
  const isPreview = liveId === null;
  const stream = output?.stream ?? (isPreview ? '' : `/l/${encodeURIComponent(liveId)}/stream`);
  const isPhone = shared && address.view === 'reader';
  const page = html`<!doctype html>
<html lang="${language}" data-view="${address.view}" data-surface="${VIEWS[address.view].surface}" data-theme="${theme}" data-preset="${preset}">
<head>
<meta charset="utf-8">
<title>${strings.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
${(isPreview || output?.framed ? [] : fontsFor(address.view)).map((name) => {
  const url = assets.fonts[name];
  return url && html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>\n`;
})}${styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${[...scripts].map(
  (url) => html`<link rel="modulepreload" href="${url}">\n`,
)}<script type="module" src="${assets.script}"></script>
</head>
<body>
<main${(output?.framed || isPreview) && html` inert`}>
<h1 class="unseen">${strings.title}</h1>
<div id="viewer" data-stream="${stream}"${isPreview && html` data-preview`}${shared && html` data-live="${liveId}"`}${isPhone && html` data-phone="${JSON.stringify(STRINGS[language].viewer.phone)}"${kept && html` data-keep="${toBuild(assets)}"`}`}${output && html` data-output="${JSON.stringify(output.page)}" data-output-strings="${JSON.stringify(output.strings)}"${output.framed && html` data-framed`}`} data-strings="${JSON.stringify(STRINGS[language].viewer.strings)}"></div>
</main>
${state && dataBlock('state', state)}<noscript><p class="notice">${strings.otherBrowser}</p></noscript>
</body>
</html>
`;
  return page.toString();
}

/** Returns a text that another build of the server's pages does not have. */
const toBuild = (assets: PageAssets): string =>
  createHash('sha256').update(JSON.stringify(assets)).digest('base64url').slice(0, 12);

/**
 * Returns the fonts that the audience needs. Screens avoid a visible font change; a phone shows the text first, in a
 * font with the same metrics.
 */
const fontsFor = (view: ViewerView): string[] =>
  VIEWS[view].surface === 'page' ? [] : ['source-serif-4-latin-opsz-normal', 'inter-latin-wght-normal'];
