import type { EditionsPage } from '../../contract/edition-jobs.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from '../toolkit/assets.ts';
import { backupAgeWarning } from '../toolkit/backup-age-warning.ts';
import { dataBlock } from '../toolkit/data-block.ts';
import { languageAttributes } from '../toolkit/document.ts';
import { frameHeader } from '../toolkit/frame-header.ts';
import { html } from '../toolkit/html.ts';
import type { SignedInVisit } from '../toolkit/visits.ts';
import { installationHead } from './installation-head.ts';

const ENTRY = 'web/installation/main.tsx';

/** Renders the page of editions: the header, and the initial data for the script that renders the content. */
export function editionsPage(visit: SignedInVisit, { title, ...page }: EditionsPage & { title: string }): string {
  const { script, styles, imports } = builtAssets(ENTRY);
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
${frameHeader(visit, 'installation')}${backupAgeWarning(visit)}<main id="content" class="workspace">${installationHead(
    visit.language,
    title,
    'editions',
  )}<div id="editions"></div></main>
${dataBlock('page-data', JSON.stringify(page))}<noscript><p>${pairing.scripts}</p></noscript>
</body>
</html>
`.toString();
}
