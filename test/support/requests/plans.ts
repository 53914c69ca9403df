import assert from 'node:assert/strict';
import type { Api, ApiResponse } from './api.ts';

/** "/v1/organizations/{organization_id}/plans", or those of an account. */
export const plansPath = ({ owner: { kind, id } }: Pick<Api, 'owner'>): string => `/v1/${kind}s/${id}/plans`;

export const planPath = (client: Api, { id }: { id: string }): string => `${plansPath(client)}/${id}`;

/** Makes a plan, and demands success. */
export async function createPlan(client: Api, entries: readonly object[], name = 'Sunday'): Promise<ApiResponse> {
  const created = await client.post(plansPath(client), { name, entries });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created;
}
