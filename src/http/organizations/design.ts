import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { DEFAULT_LOOKS } from '../../contract/looks.ts';
import { Design, Looks, ReplaceDesignBody, ReplaceLooksBody } from '../../contract/schemas/design.ts';
import { toAuditRecord } from '../../domain/audit/audit.ts';
import { toOrganizationDesign } from '../../domain/live/reading/design.ts';
import { changeLooks, listLookImages } from '../../domain/live/reading/looks.ts';
import { refuseImages } from '../../domain/presentation/refuse-images.ts';
import type { Owner, OwnerProfile, Storage } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface DesignServices extends OperationServices {
  readonly storage: Storage;
}

/**
 * Adds the operations for the design and looks of an organization. Their revision is independent of the sequences of
 * the Lives. [D22], [D76]
 */
export function addDesign(app: FastifyInstance, services: DesignServices): void {
  const { lives, storage } = services;
  /** Derives the ETag from the revision only. */
  const version = (owner: Owner, { designRevision }: OwnerProfile) => ({
    id: `design/${owner.id}`,
    sequence: designRevision,
  });
  const toResult = (owner: Owner, profile: OwnerProfile) => ({
    body: toOrganizationDesign(owner.id, profile),
    etag: lives.validators.etag(version(owner, profile)),
  });

  addOperation(app, services, 'getDesign', { response: Design }, async ({ owner }) =>
    toResult(owner, await storage.owners.find(owner)),
  );

  addOperation(app, services, 'replaceDesign', { body: ReplaceDesignBody, response: Design }, async (context) => {
    const { owner, body, precondition } = context;
    const profile = await storage.owners.find(owner);
    lives.validators.require(precondition, version(owner, profile));
    await context.recheck();
    const audit = toAuditRecord(context.actor, { owner });
    const outcome = await storage.owners.setDesign(owner, { design: body.settings }, profile.designRevision, audit);
    if (outcome === 'stale') throw new LecternError('stale_validator');
    await lives.refreshProfile(owner);
    return toResult(owner, { ...profile, design: body.settings, designRevision: profile.designRevision + 1 });
  });

  const toLooks = (owner: Owner, profile: OwnerProfile) => ({
    body: profile.looks ?? DEFAULT_LOOKS,
    etag: lives.validators.etag(version(owner, profile)),
  });

  addOperation(app, services, 'getLooks', { response: Looks }, async ({ owner }) =>
    toLooks(owner, await storage.owners.find(owner)),
  );

  addOperation(app, services, 'replaceLooks', { body: ReplaceLooksBody, response: Looks }, async (context) => {
    const { owner, body, precondition } = context;
    const profile = await storage.owners.find(owner);
    lives.validators.require(precondition, version(owner, profile));
    await context.recheck();
    const looks = changeLooks(profile.looks ?? DEFAULT_LOOKS, body);
    const audit = toAuditRecord(context.actor, { owner });
    const images = listLookImages(body);
    const change = { looks, images: images.map(({ digest }) => digest) };
    const outcome = await storage.owners.setDesign(owner, change, profile.designRevision, audit);
    if (outcome === 'stale') throw new LecternError('stale_validator');
    if (outcome !== 'committed') throw refuseImages(images, outcome);
    await lives.refreshProfile(owner);
    return toLooks(owner, { ...profile, looks, designRevision: profile.designRevision + 1 });
  });
}
