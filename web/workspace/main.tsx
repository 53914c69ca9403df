import { summarizeProblem } from '../session/describe-problem.tsx';
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/workspace.css';
import { type ComponentType, render } from 'preact';
import { DESIGN_RESOURCE, type WorkspaceArea, type WorkspacePage } from '../../src/contract/workspace-page.ts';
import { readPageData } from '../session/page-data.ts';
import { openSession } from '../session/session.ts';
import { revealCurrentArea } from '../shared/reveal-current-area.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { forgetDraftsOfOthers } from './editing/draft-storage.ts';
import { Workspace } from './workspace.tsx';
import { loadWorkspaceStrings } from './workspace-strings.ts';

/**
 * Modules of the pages; each page loads only its own. Each is imported by a function of its own: the minifier joins
 * imports in a conditional expression, and then only the styles of one of them load.
 */
const MODULES = {
  plans: () => import('./plans/plans-area.tsx'),
  decks: () => import('./decks/list/decks-area.tsx'),
  deck: () => import('./decks/editor/deck-area.tsx'),
  lives: () => import('./lives/lives-area.tsx'),
  live: () => import('./lives/live-page.tsx'),
  sheet: () => import('./lives/links/follow-sheet.tsx'),
  design: () => import('./lives/design/design-page.tsx'),
  library: () => import('./library/library-area.tsx'),
} satisfies Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;

/** Returns the module of an area, or of the resource in the address. */
function toModuleName(area: WorkspaceArea, resourceId: string | null): keyof typeof MODULES {
  if (resourceId === null) return area;
  if (area === 'decks') return 'deck';
  if (area === 'lives' && resourceId === DESIGN_RESOURCE) return 'design';
  // The page to print for the audience.
  if (area === 'lives') return new URLSearchParams(location.search).has('sheet') ? 'sheet' : 'live';
  return area;
}

revealCurrentArea();
const page = readPageData<WorkspacePage>();
forgetDraftsOfOthers(page.person.id);
const session = openSession(page.owner, page);
const mount = document.querySelector<HTMLElement>('#content')!;
keepFocus(mount);
const [strings, { default: Area }] = await Promise.all([
  loadWorkspaceStrings(page.language),
  MODULES[toModuleName(page.area, page.resourceId)](),
]);

const problem = await session.start().then(
  () => null,
  (error) => summarizeProblem(error, strings.ui),
);
render(
  <Workspace page={page} strings={strings} session={session}>
    {problem === null ? (
      <Area />
    ) : (
      <div class="start-problem" role="alert">
        <h1>{strings.frame.startFailed}</h1>
        <p class="problem">{problem}</p>
        <button type="button" class="primary" onClick={() => location.reload()}>
          {strings.frame.tryAgain}
        </button>
      </div>
    )}
  </Workspace>,
  mount,
);
