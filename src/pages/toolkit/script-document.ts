import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from './assets.ts';
import { backupAgeWarning } from './backup-age-warning.ts';
import { dataBlock } from './data-block.ts';
import { languageAttributes } from './document.ts';
import { type FramePlace, frameHeader } from './frame-header.ts';
import { html, type SafeHtml } from './html.ts';
import { plainMark } from './plain-mark.ts';
import type { SignedInVisit } from './visit.ts';

interface ScriptDocument {
  /** Source file of the script, such as "web/workspace/main.tsx". */
  readonly entry: string;
  readonly title: string;
  readonly place: FramePlace;
  /** Owner whose page this is; absent on pages of the installation. */
  readonly ownerId?: string;
  /** Initial data for the script, in the element `#page-data`. */
  readonly data: object;
}

/** Renders a page of a signed-in person whose content a script renders: the header, `content`, and the initial data. */
export function scriptDocument(
  visit: SignedInVisit,
  { entry, title, place, ownerId, data }: ScriptDocument,
  content: SafeHtml | string = '',
): string {
  const { script, styles, imports } = builtAssets(entry);
  const { common, pairing } = STRINGS[visit.language];
  return html`<!doctype html>
<html ${languageAttributes(visit.language)} data-surface="workspace">
<head>
<meta charset="utf-8">
<title>${title} · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${imports.map(
  (url) => html`<link rel="modulepreload" href="${url}">\n`,
)}<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#content">${common.skip}</a>
${frameHeader(visit, place, ownerId)}${plainMark(visit.language, visit.isPlain)}${backupAgeWarning(visit)}<main id="content" class="workspace">${content}</main>
${dataBlock('page-data', JSON.stringify(data))}<noscript><p>${pairing.scripts}</p></noscript>
</body>
</html>
`.toString();
}
