import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { Now } from '../../contract/schemas/now.ts';
import { AttachPlanBody, GoBody, type GoInput } from '../../contract/schemas/plans.ts';
import type { Scope } from '../../contract/scopes.ts';
import { attachPlan } from '../../domain/live/changes/transitions.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Plans } from '../../domain/plans/plans.ts';
import { showEntry } from '../../domain/plans/show-entry.ts';
import type { Decks } from '../../domain/presentation/decks.ts';
import type { Snapshots } from '../../domain/presentation/snapshots.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { addLiveWrite } from './live-write.ts';
import { skippedHeader } from './skipped-header.ts';

export interface PlanServices extends OperationServices {
  readonly editions: Editions;
  readonly plans: Plans;
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly summaries: LiveSummaries;
}

/** Adds the operations that attach a plan to a Live and show its entries. [D65] */
export function addPlan(app: FastifyInstance, services: PlanServices): void {
  const { lives, editions, plans, decks, snapshots, summaries, config } = services;
  const showing = { lives, editions, plans, decks, snapshots, maxItems: config.queueItems };

  addLiveWrite(
    app,
    services,
    'attachPlan',
    { body: AttachPlanBody, response: Now },
    ({ owner, body: { plan_id } }) => ({
      apply: async () => {
        if (plan_id !== null) await plans.require(owner, plan_id);
        return attachPlan(plan_id);
      },
    }),
    (state) => summaries.toSummary(state),
  );

  addOperation(app, services, 'go', { body: GoBody, response: Now }, async (context) => {
    const { live, body, write } = context;
    requireOne(body);
    const requireAlso = (...scopes: readonly Scope[]) => context.requireAlso(...scopes);
    const { state, skipped } = await showEntry(showing, live.record.id, { ...write, requireAlso }, body);
    const etag = lives.validators.etag(state.record);
    return { body: await summaries.toSummary(state), etag, ...skippedHeader(skipped) };
  });
}

/** Requires exactly one of the two fields. Throws `invalid_fields`. */
function requireOne({ entry_id, by }: GoInput): void {
  if ((entry_id === undefined) !== (by === undefined)) return;
  throw new LecternError('invalid_fields', 'Send either entry_id or by.', {
    errors: [{ pointer: '', message: 'must have exactly one of entry_id and by' }],
  });
}
