import type { WorkspacePage } from '../../contract/workspace-page.ts';
import { STRINGS } from '../../locales/strings.ts';
import { scriptDocument } from '../toolkit/script-document.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';

/** Renders a page of the workspace. Its script renders the content. */
export const workspacePage = (visit: SignedInVisit, page: WorkspacePage): string =>
  scriptDocument(visit, {
    entry: 'web/workspace/main.tsx',
    title: STRINGS[visit.language].common.menu[page.area],
    place: page.area,
    ownerId: page.owner.id,
    data: page,
  });
