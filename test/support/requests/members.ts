import type { Role } from '../../../src/contract/scopes.ts';
import type { TestLectern, TestOwner } from '../server/lectern.ts';
import type { BrowserAgent } from './browser-agent.ts';
import { openAuthorizationBrowser } from './oauth-flow.ts';
import { createTestUser } from './tokens.ts';

/** A user with an account and a browser that is signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly browser: BrowserAgent;
}

export async function createPerson(lectern: TestLectern): Promise<Person> {
  const user = await createTestUser(lectern);
  const { id } = (await lectern.installation.storage.accounts.findUserByEmail(user.email))!;
  return { id, email: user.email, browser: await openAuthorizationBrowser(lectern, user) };
}

/** Adds a member or changes a member's role with the administrator's command. */
export const setRole = (
  { installation }: TestLectern,
  { id }: TestOwner,
  { email }: Person,
  role: Role,
): Promise<void> => installation.administration.setMember({ organization: id, email, role });

export async function createMember(lectern: TestLectern, organization: TestOwner, role: Role): Promise<Person> {
  const person = await createPerson(lectern);
  await setRole(lectern, organization, person, role);
  return person;
}

/** Null: no member. */
export const roleOf = (
  { installation }: TestLectern,
  { id }: TestOwner,
  person: { id: string },
): Promise<Role | null> => installation.storage.accounts.findRole(id, person.id);

/** Returns the path of the organization's page with its members. */
export const organizationPagePath = ({ id }: TestOwner): string => `/account/organizations/${id}`;
