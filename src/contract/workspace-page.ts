import type { ConsoleOwner, OperatorPage } from './console-page.ts';
import type { LibraryPageData } from './edition-library.ts';

/** Path of the workspace: the pages on which an owner prepares services. The owner's id and an area follow. */
export const WORKSPACE_PATH = '/workspace';

/** Areas of the workspace, in the order of the navigation. The id of one resource can follow in the address. */
export const WORKSPACE_AREAS = ['plans', 'decks', 'lives', 'library'] as const;
export type WorkspaceArea = (typeof WORKSPACE_AREAS)[number];

/** Resource in the address of the design of all Lives. It cannot be the id of a Live, which is longer. */
export const DESIGN_RESOURCE = 'design';

/** Returns the path of an area, or of one of its resources. */
export const workspacePath = (ownerId: string, area: WorkspaceArea, resourceId?: string): string =>
  `${WORKSPACE_PATH}/${encodeURIComponent(ownerId)}/${area}${resourceId === undefined ? '' : `/${encodeURIComponent(resourceId)}`}`;

/** Returns whether an owner has an area. Decks belong to organizations. [D26] */
export const hasArea = ({ kind }: Pick<ConsoleOwner, 'kind'>, area: WorkspaceArea): boolean =>
  area !== 'decks' || kind === 'organization';

/** Data of a page of the workspace. */
export interface WorkspacePage extends OperatorPage {
  readonly owner: ConsoleOwner;
  readonly area: WorkspaceArea;
  /** Resource named in the address; null for the list. */
  readonly resourceId: string | null;
  /** Only on the page of the library. */
  readonly library?: LibraryPageData;
}
