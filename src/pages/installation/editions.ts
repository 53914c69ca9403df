import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EDITIONS_PATH, type EditionsState } from '../../contract/edition-jobs.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { EDITION_PART_BYTES } from '../../contract/limits.ts';
import {
  EditionImportConsent,
  EditionJobOptions,
  EditionName,
  EditionUploadEnd,
  EditionUploadStart,
} from '../../contract/schemas/edition-jobs.ts';
import { STARTER_SLUG } from '../../contract/schemas/translation.ts';
import { toAuditRecord } from '../../domain/audit/audit.ts';
import type { EditionJobs } from '../../domain/edition-jobs/edition-jobs.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  type AdministratorServices,
  addAdministratorPage,
  addAdministratorScript,
  admitScript,
} from '../toolkit/administrator-routes.ts';
import { editionsPage } from './editions-page.ts';

/** The purpose of the `csrf` token of scripts that change editions. */
export const EDITIONS_PURPOSE = 'editions';
const SCRIPT = { purpose: EDITIONS_PURPOSE, back: EDITIONS_PATH } as const;
const JOB_PATH = `${EDITIONS_PATH}/jobs/:job`;

export interface EditionPageServices extends AdministratorServices {
  readonly editions: Editions;
  readonly editionJobs: EditionJobs;
  readonly storage: Pick<Storage, 'editions' | 'libraries'>;
}

const paramsOf = (request: FastifyRequest) => request.params as Readonly<Record<'job' | 'part' | 'slug', string>>;

/** Adds the page on which administrators import, replace and remove editions, and the routes of its script. [D69] */
export function addEditionPages(pages: FastifyInstance, services: EditionPageServices): void {
  const { editions, editionJobs: jobs, storage } = services;

  addAdministratorPage(pages, services, EDITIONS_PATH, async ({ visit }) =>
    editionsPage(visit, {
      language: visit.language,
      csrf: visit.csrf(EDITIONS_PURPOSE),
      starter: STARTER_SLUG,
      title: STRINGS[visit.language].installation.places.editions,
    }),
  );

  const state = { ...SCRIPT, method: 'GET', path: `${EDITIONS_PATH}/state` } as const;
  addAdministratorScript(pages, services, state, () => readState(services));
  const list = { ...SCRIPT, method: 'GET', path: `${EDITIONS_PATH}/jobs` } as const;
  addAdministratorScript(pages, services, list, async () => ({ jobs: await jobs.list() }));
  const use = { ...SCRIPT, method: 'GET', path: `${EDITIONS_PATH}/use/:slug` } as const;
  addAdministratorScript(pages, services, use, async ({ request }) => {
    const { slug } = await editions.require(paramsOf(request).slug);
    return storage.libraries.countUse(slug);
  });

  const upload = { ...SCRIPT, path: `${EDITIONS_PATH}/uploads`, body: EditionUploadStart };
  addAdministratorScript<EditionUploadStart>(pages, services, upload, ({ visit, body }) =>
    jobs.startUpload(body, visit.actor('uploadEdition')),
  );
  addPartRoute(pages, services);
  const end = { ...SCRIPT, path: `${JOB_PATH}/end`, body: EditionUploadEnd };
  addAdministratorScript<EditionUploadEnd>(pages, services, end, ({ request, body }) =>
    jobs.finishUpload(paramsOf(request).job, body.sha256),
  );

  const check = { ...SCRIPT, path: `${JOB_PATH}/check`, body: EditionJobOptions };
  addAdministratorScript<EditionJobOptions>(pages, services, check, ({ request, body }) =>
    jobs.check(paramsOf(request).job, body),
  );
  const consent = { ...SCRIPT, path: `${JOB_PATH}/import`, body: EditionImportConsent };
  addAdministratorScript<EditionImportConsent>(pages, services, consent, ({ visit, request, body }) =>
    jobs.import(paramsOf(request).job, body.replaces, visit.actor('importEdition')),
  );
  addAdministratorScript(pages, services, { ...SCRIPT, path: `${JOB_PATH}/retry` }, ({ visit, request }) =>
    jobs.retry(paramsOf(request).job, visit.actor('installEdition')),
  );
  const discard = { ...SCRIPT, method: 'DELETE', path: JOB_PATH } as const;
  addAdministratorScript(pages, services, discard, async ({ visit, request }) => {
    await jobs.discard(paramsOf(request).job, visit.actor('cancelEditionImport'));
    return {};
  });

  const install = { ...SCRIPT, path: `${EDITIONS_PATH}/install`, body: EditionName };
  addAdministratorScript<EditionName>(pages, services, install, ({ visit, body }) =>
    jobs.install(body.slug, visit.actor('installEdition')),
  );
  const remove = { ...SCRIPT, path: `${EDITIONS_PATH}/remove`, body: EditionName };
  addAdministratorScript<EditionName>(pages, services, remove, async ({ visit, body: { slug } }) => {
    const { name } = await editions.require(slug);
    await editions.remove(
      slug,
      toAuditRecord(visit.actor('removeEdition'), { owner: null, resource: slug, resourceName: name }),
    );
    return {};
  });
}

/** Adds the route that receives a part of an upload, as bytes. Everything is checked before the body is read. */
function addPartRoute(pages: FastifyInstance, services: EditionPageServices): void {
  pages.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: EDITION_PART_BYTES },
      (_request, bytes, done) => done(null, bytes),
    );
    scope.route({
      method: 'POST',
      url: `${JOB_PATH}/parts/:part`,
      schema: { hide: true },
      bodyLimit: EDITION_PART_BYTES,
      config: { forPrograms: true },
      onRequest: async (request, reply) => {
        await admitScript(services, { request, reply }, SCRIPT);
      },
      handler: async (request) => {
        const { job, part } = paramsOf(request);
        if (!/^\d{1,3}$/.test(part)) throw new LecternError('not_found', `The upload has no part "${part}".`);
        if (!Buffer.isBuffer(request.body)) throw new LecternError('unsupported_media_type');
        await services.editionJobs.addPart(job, Number(part), request.body);
        return {};
      },
    });
  });
}

async function readState({ editions, editionJobs, storage }: EditionPageServices): Promise<EditionsState> {
  const [jobs, listed, installed] = await Promise.all([
    editionJobs.list(),
    editions.listAll(),
    storage.editions.listInstalled(),
  ]);
  const revisions = new Map(installed.map((revision) => [revision.slug, revision]));
  const slugs = new Set(listed.map(({ slug }) => slug));
  // The starter edition is in the catalog only while it is installed.
  const others = [...editionJobs.known.values()].filter(({ slug }) => !slugs.has(slug));
  return {
    jobs,
    editions: [...listed, ...others].map(({ slug, name, language, rights }) => {
      const revision = revisions.get(slug);
      return {
        slug,
        name,
        language,
        rights,
        known: editionJobs.known.has(slug),
        revision: revision
          ? { slug, number: revision.number, imported_at: revision.importedAt, checks: revision.checks }
          : null,
      };
    }),
  };
}
