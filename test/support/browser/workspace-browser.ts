import type { Page } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import { type WorkspaceArea, workspacePath } from '../../../src/contract/workspace-page.ts';
import { createMember, type Person } from '../requests/members.ts';
import type { TestOwner } from '../server/lectern.ts';
import type { useInProcessServer } from '../server/suite-server.ts';
import { LAPTOP_SIZE } from './audience-pages.ts';
import { openWindow, type WindowOptions } from './shared-chromium.ts';

type World = ReturnType<typeof useInProcessServer>;

/**
 * Opens an area of the workspace for a new member of the organization, or for a given one. The page can be left with
 * `leaveWindow`.
 */
export async function openWorkspacePage(
  world: World,
  organization: TestOwner,
  area: WorkspaceArea,
  options: {
    readonly role?: Role;
    readonly member?: Person;
    readonly context?: Partial<WindowOptions>;
    readonly resource?: string;
  } = {},
): Promise<Page> {
  const { role = 'operator', context, resource } = options;
  const person = options.member ?? (await createMember(world.lectern, organization, role));
  const page = await openWindow({ ...LAPTOP_SIZE, ...context });
  await signIn(page, world.url, person);
  await page.goto(`${world.url}${workspacePath(organization.id, area, resource)}`);
  return page;
}

/** Makes a person the one who is signed in at a server. */
async function signIn(page: Page, url: string, { browser }: Person): Promise<void> {
  const value = browser.cookies.get('lectern_session')!;
  await page.context().addCookies([{ name: 'lectern_session', value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Waits until the editor of a plan or of a deck has saved all changes. */
export const waitForSaved = (page: Page): Promise<void> => page.locator('.save-status[data-state=saved]').waitFor();
