import type { FastifyInstance } from 'fastify';
import { hasScope } from '../../auth/principal.ts';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/plans.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { EntryProblems } from '../../domain/plans/entry-problems.ts';
import type { Plans } from '../../domain/plans/plans.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { ListPage, Owner, PlanRecord, PlanSummary, Storage } from '../../storage/storage.ts';
import type { Context } from '../operation/context.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import type { RequireResource } from '../operation/gate.ts';
import { createOnce } from '../operation/idempotency.ts';
import { addOperation } from '../operation/operation.ts';

type Problems = Awaited<ReturnType<EntryProblems['find']>>;

const PlansQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

export interface PlansServices extends OperationServices {
  readonly storage: Storage;
  readonly plans: Plans;
  readonly editions: Editions;
  readonly listCursors: ListCursors;
}

/** Adds the operations for the plans of accounts and organizations. [D65] */
export function addPlans(app: FastifyInstance, services: PlansServices): void {
  const entryProblems = new EntryProblems(services.storage, services.editions);
  addPlansOfOwner(app, { ...services, entryProblems }, 'Account');
  addPlansOfOwner(app, { ...services, entryProblems }, 'Organization');
}

function addPlansOfOwner(
  app: FastifyInstance,
  services: PlansServices & { readonly entryProblems: EntryProblems },
  ownerName: 'Account' | 'Organization',
): void {
  const { plans, entryProblems, listCursors, config } = services;
  const toResult = (plan: PlanRecord, problems: Problems) => ({ body: toPlan(plan, problems), etag: plans.etag(plan) });
  const toPath = ({ kind, id }: Owner) => `${config.publicUrl}/v1/${kind}s/${id}/plans`;

  const list = { query: PlansQuery, response: schema.PlanPage };
  addOperation(app, services, `list${ownerName}Plans`, list, async ({ owner, query }) => {
    const body = await listCursors.page(`plans/${owner.id}`, query, {
      find: (page: ListPage) => plans.list(owner, page),
      positionOf: ({ createdAt, id }) => ({ createdAt, id }),
      toData: toPlanSummary,
    });
    return { body, compressible: true };
  });

  const create = { body: schema.CreatePlanBody, response: schema.Plan };
  addOperation(app, services, `create${ownerName}Plan`, create, (context) => {
    const { owner, body } = context;
    const { entries = [] } = body;
    const toCreated = (plan: PlanRecord, problems: Problems) => ({
      ...toResult(plan, problems),
      headers: { location: `${toPath(owner)}/${plan.id}` },
    });
    return createOnce(services.storage, context, async (toIdempotencyRecord) => {
      await context.recheck();
      const problems = await entryProblems.find(owner, entries);
      const plan = await plans.create(
        owner,
        { ...body, entries },
        context.actor,
        toIdempotencyRecord && ((made) => toIdempotencyRecord(toCreated(made, problems))),
      );
      return plan && toCreated(plan, problems);
    });
  });

  const requireResource: RequireResource<PlanRecord> = ({ plan_id }, { owner }) => plans.require(owner, plan_id!);

  const get = { response: schema.Plan, requireResource };
  addOperation(app, services, `get${ownerName}Plan`, get, async ({ owner, resource }) =>
    toResult(resource, await entryProblems.find(owner, resource.entries)),
  );

  const replace = { body: schema.ReplacePlanBody, response: schema.Plan, requireResource };
  addOperation(app, services, `replace${ownerName}Plan`, replace, async (context) => {
    const { owner, resource: plan, body, precondition, actor } = context;
    const mayBeAttached = await recheckForAttached(context);
    const replaced = await plans.replace({ plan, precondition, actor, mayBeAttached }, body);
    return toResult(replaced, await entryProblems.find(owner, replaced.entries));
  });

  addOperation(app, services, `delete${ownerName}Plan`, { requireResource }, async (context) => {
    const { resource: plan, precondition, actor } = context;
    const mayBeAttached = await recheckForAttached(context);
    await plans.delete({ plan, precondition, actor, mayBeAttached });
    return {};
  });
}

/** Checks the credential again. Returns whether it may also change plans that Lives have. [D75] */
async function recheckForAttached(context: Context<unknown, unknown>): Promise<boolean> {
  const mayBeAttached = hasScope(context.principal, 'live.update');
  await (mayBeAttached ? context.requireAlso('live.update') : context.recheck());
  return mayBeAttached;
}

const toPlanSummary = ({ id, name, date, revision, entryCount }: PlanSummary) => ({
  id,
  name,
  date,
  revision,
  entry_count: entryCount,
});

const toPlan = ({ id, name, date, startsAt, revision, entries }: PlanRecord, problems: Problems) => ({
  id,
  name,
  date,
  revision,
  starts_at: startsAt,
  entries: entries.map((entry, index) => ({ ...entry, problem: problems[index]! })),
});
