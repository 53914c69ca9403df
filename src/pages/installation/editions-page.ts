import type { EditionsPage } from '../../contract/edition-jobs.ts';
import { html } from '../toolkit/html.ts';
import { scriptDocument } from '../toolkit/script-document.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { installationHead } from './installation-head.ts';

/** Renders the page of editions. Its script renders the content below the head. */
export const editionsPage = (visit: SignedInVisit, { title, ...page }: EditionsPage & { title: string }): string =>
  scriptDocument(
    visit,
    { entry: 'web/installation/main.tsx', title, place: 'installation', data: page },
    html`${installationHead(visit.language, title, 'editions')}<div id="editions"></div>`,
  );
