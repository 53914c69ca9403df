import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { changeSecret, protect, rotateSecret, type Transition } from '../../domain/live/changes/transitions.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import { type AudienceSecrets, newAudienceSecret } from '../../domain/live/state/audience-secret.ts';
import type { LiveState } from '../../storage/storage.ts';
import type { Context } from '../operation/context.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import type { OperationResult } from '../responses/operation-result.ts';
import { addLiveWrite } from './live-write.ts';

export interface ProtectionServices extends OperationServices {
  readonly representations: Representations;
  readonly audienceSecrets: AudienceSecrets;
}

/** Adds the operations for the audience secret of a Live. [PUT audience-secret], [D20] */
export function addProtection(app: FastifyInstance, services: ProtectionServices): void {
  const { lives, representations } = services;
  const response = schema.AudienceSecret;

  addOperation(app, services, 'getAudienceSecret', { response }, ({ live }) => ({
    body: () => representations.bytes(live, 'audience secret', () => representations.toAudienceSecret(live)),
    etag: lives.validators.etag(live.record),
  }));

  addOperation(app, services, 'protectAudience', { body: schema.EmptyBody, response }, (context) =>
    setSecret(services, context, protect),
  );

  addOperation(app, services, 'rotateAudienceSecret', { body: schema.EmptyBody, response }, (context) =>
    setSecret(services, context, rotateSecret),
  );

  addLiveWrite(
    app,
    services,
    'unprotectAudience',
    { response },
    () => ({ apply: () => changeSecret(null) }),
    (state) => representations.toAudienceSecret(state),
  );
}

/** Sets a new secret and returns it. No other response contains it. */
async function setSecret(
  { lives, representations, audienceSecrets }: ProtectionServices,
  { live, write }: Context<unknown, unknown>,
  change: (state: LiveState, secretHash: string) => Transition,
): Promise<OperationResult> {
  const { id } = live.record;
  const secret = newAudienceSecret();
  const hash = audienceSecrets.hash(id, secret);
  const { state } = await lives.write(id, {
    ...write,
    apply: (current) => change(current, hash),
  });
  return { body: representations.toAudienceSecret(state, secret), etag: lives.validators.etag(state.record) };
}
