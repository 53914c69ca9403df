import type { paths, Success } from '../../clients/typescript/src/index.ts';
import { createAnyLength } from './create-any-length.ts';
import { fetchAllPages } from './fetch-all-pages.ts';
import type { Session } from './session.ts';

type PlanOperations = paths['/v1/organizations/{organization_id}/plans/{plan_id}'];
export type PlanData = Success<PlanOperations['get']>;
export type PlanEntryData = PlanData['entries'][number];
export type PlanBody = NonNullable<PlanOperations['put']['requestBody']>['content']['application/json'];
export type PlanListItem = Success<paths['/v1/organizations/{organization_id}/plans']['get']>['data'][number];

type NewPlan = Omit<PlanBody, 'entries'> & Partial<PlanBody>;

/** Plan with its ETag, which a write needs. */
export interface PlanWithEtag {
  readonly plan: PlanData;
  readonly etag: string;
}

/**
 * Access to the plans of an owner, an organization or an account. Every method rejects with LecternProblem, or with
 * TypeError on a network error.
 */
export interface PlansClient {
  /** Fetches all plans, oldest first. */
  list(): Promise<readonly PlanListItem[]>;
  create(body: NewPlan): Promise<PlanWithEtag>;
  read(planId: string): Promise<PlanWithEtag>;
  replace(planId: string, etag: string, body: PlanBody): Promise<PlanWithEtag>;
  delete(planId: string, etag: string): Promise<void>;
}

export function openPlansClient({ client, owner }: Session): PlansClient {
  const isOrganization = owner.kind === 'organization';
  const organization = { organization_id: owner.id };
  const account = { account_id: owner.id };
  const toPlanWithEtag = ({ data, response }: { data: PlanData; response: Response }): PlanWithEtag => ({
    plan: data,
    etag: response.headers.get('etag')!,
  });
  const post = async (body: NewPlan): Promise<PlanWithEtag> => {
    return toPlanWithEtag(
      isOrganization
        ? await client.POST('/v1/organizations/{organization_id}/plans', { params: { path: organization }, body })
        : await client.POST('/v1/accounts/{account_id}/plans', { params: { path: account }, body }),
    );
  };
  const replace = async (planId: string, etag: string, body: PlanBody): Promise<PlanWithEtag> => {
    const plan = { plan_id: planId };
    const header = { 'if-match': etag };
    return toPlanWithEtag(
      isOrganization
        ? await client.PUT('/v1/organizations/{organization_id}/plans/{plan_id}', {
            params: { path: { ...organization, ...plan }, header },
            body,
          })
        : await client.PUT('/v1/accounts/{account_id}/plans/{plan_id}', {
            params: { path: { ...account, ...plan }, header },
            body,
          }),
    );
  };
  const remove = async (planId: string, etag: string): Promise<void> => {
    const plan = { plan_id: planId };
    const header = { 'if-match': etag };
    if (isOrganization)
      await client.DELETE('/v1/organizations/{organization_id}/plans/{plan_id}', {
        params: { path: { ...organization, ...plan }, header },
      });
    else
      await client.DELETE('/v1/accounts/{account_id}/plans/{plan_id}', {
        params: { path: { ...account, ...plan }, header },
      });
  };
  return {
    list: () =>
      fetchAllPages<PlanListItem>((query) =>
        isOrganization
          ? client.GET('/v1/organizations/{organization_id}/plans', { params: { path: organization, query } })
          : client.GET('/v1/accounts/{account_id}/plans', { params: { path: account, query } }),
      ),
    create(body) {
      const { name, date, entries = [] } = body;
      return createAnyLength(body, {
        post: () => post(body),
        postEmpty: () => post({ name, date }),
        put: ({ plan, etag }) => replace(plan.id, etag, { name, date, entries }),
        delete: ({ plan, etag }) => remove(plan.id, etag),
      });
    },
    async read(planId) {
      const plan = { plan_id: planId };
      return toPlanWithEtag(
        isOrganization
          ? await client.GET('/v1/organizations/{organization_id}/plans/{plan_id}', {
              params: { path: { ...organization, ...plan } },
            })
          : await client.GET('/v1/accounts/{account_id}/plans/{plan_id}', {
              params: { path: { ...account, ...plan } },
            }),
      );
    },
    replace,
    delete: remove,
  };
}
