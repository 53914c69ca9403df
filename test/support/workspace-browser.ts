import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../src/contract/scopes.ts';
import { type WorkspaceArea, workspacePath } from '../../src/contract/workspace-page.ts';
import { LAPTOP_SIZE } from './audience-pages.ts';
import type { TestOwner } from './lectern.ts';
import { createMember, type Person } from './members.ts';
import type { useInProcessServer } from './suite-server.ts';

type World = ReturnType<typeof useInProcessServer>;

/** Opens an area of the workspace for a new member of the organization, or for a given one. */
export async function openWorkspacePage(
  world: World,
  organization: TestOwner,
  area: WorkspaceArea,
  options: {
    readonly role?: Role;
    readonly member?: Person;
    readonly context?: BrowserContextOptions;
    readonly resource?: string;
  } = {},
): Promise<Page> {
  const { role = 'operator', context: given = LAPTOP_SIZE, resource } = options;
  const { browser } = options.member ?? (await createMember(world.lectern, organization, role));
  const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...given });
  const value = browser.cookies.get('lectern_session')!;
  await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto(`${world.url}${workspacePath(organization.id, area, resource)}`);
  return page;
}
