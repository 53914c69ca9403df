import type { FastifyInstance } from 'fastify';
import { formatByteSize } from '../../contract/byte-size.ts';
import type { Administrators } from '../../domain/administrators/administrators.ts';
import { toAuditRecord } from '../../domain/audit/audit.ts';
import type { BackupAge, Backups } from '../../domain/backups/backups.ts';
import { STRINGS } from '../../locales/strings.ts';
import { packageVersion } from '../../package/package-version.ts';
import type { AdministratorRecord, AuditRecord, InstallationFigures, Storage } from '../../storage/storage.ts';
import { describeAction } from '../account/describe-action.ts';
import { type AdministratorServices, addAdministratorPage } from '../toolkit/administrator-routes.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { type AdministratorDraft, addAdministratorForms, administratorList } from './administrators.ts';
import { INSTALLATION_PATH, installationHead } from './installation-head.ts';

/** Number of audit records that are shown. */
const RECORDS = 20;

export interface FigurePageServices extends AdministratorServices {
  readonly storage: Pick<Storage, 'engine' | 'figures' | 'audit' | 'people'>;
  readonly administrators: Administrators;
  readonly backups: Backups;
}

interface Facts {
  readonly figures: InstallationFigures;
  readonly engine: Storage['engine'];
  readonly administrators: readonly AdministratorRecord[];
  readonly freeBytes: number | null;
  readonly backup: BackupAge;
  readonly startedAt: string;
  readonly records: readonly AuditRecord[];
  /** Names of the users in the records, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly done: string;
  readonly draft?: AdministratorDraft;
}

/** Adds the page with the figures of the installation, whose every view is recorded. [D69] */
export function addFigurePage(pages: FastifyInstance, services: FigurePageServices): void {
  const { storage, administrators, backups, clock } = services;
  const show = async (visit: SignedInVisit, done: string, draft?: AdministratorDraft) => {
    const records = await storage.audit.list(null, { limit: RECORDS, before: null, since: null });
    await storage.audit.add(toAuditRecord(visit.actor('showInstallation'), { owner: null }));
    const [figures, listed, freeBytes, backup, names] = await Promise.all([
      storage.figures.read(),
      administrators.list(),
      backups.readFreeBytes(),
      backups.readAge(),
      findNames(services, records),
    ]);
    const startedAt = new Date(clock() - process.uptime() * 1000).toISOString();
    const { engine } = storage;
    return figurePage(visit, {
      figures,
      engine,
      administrators: listed,
      freeBytes,
      backup,
      startedAt,
      records,
      names,
      done,
      ...(draft && { draft }),
    });
  };
  addAdministratorPage(pages, services, INSTALLATION_PATH, ({ visit, query }) => show(visit, query('done')));
  addAdministratorForms(pages, services, (visit, draft) => show(visit, '', draft));
}

async function findNames(
  { storage }: FigurePageServices,
  records: readonly AuditRecord[],
): Promise<Map<string, string>> {
  const ids = new Set(records.flatMap(({ userId }) => userId ?? []));
  const users = await Promise.all([...ids].map((id) => storage.people.findSignInUser({ id })));
  return new Map(users.flatMap((user) => (user ? [[user.id, user.name] as const] : [])));
}

function figurePage(visit: SignedInVisit, facts: Facts): string {
  const { language } = visit;
  const strings = STRINGS[language].installation.figures;
  const { figures, engine, administrators, freeBytes, backup } = facts;
  const count = (number: number) => new Intl.NumberFormat(language).format(number);
  const rows: [string, SafeHtml | string][] = [
    [strings.version, packageVersion()],
    [strings.running, timeElement(language, facts.startedAt)],
    [strings.database, strings.engines[engine]],
    [strings.databaseSize, formatByteSize(figures.databaseBytes, language)],
    [strings.free, freeBytes === null ? strings.unknown : formatByteSize(freeBytes, language)],
    [strings.lastBackup, backup.lastAt === null ? strings.none : timeElement(language, backup.lastAt, 'ago')],
    [strings.users, count(figures.users)],
    [strings.organizations, count(figures.organizations)],
    [strings.lives, count(figures.lives)],
    [strings.viewers, count(figures.viewers)],
    [strings.editions, count(figures.editions)],
  ];
  return personFrame(
    { title: strings.title, visit, place: 'installation' },
    html`${installationHead(language, strings.title, 'figures')}
${notice(findSentence(STRINGS[language].installation.administrators.done, facts.done))}<p class="hint">${strings.intro}</p>
<dl class="facts">
${rows.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>
<h2>${strings.administrators}</h2>
${administratorList(visit, administrators, facts.draft)}<h2>${strings.recent}</h2>
${recentActions(visit, facts)}`,
  );
}

function recentActions({ language }: SignedInVisit, { records, names }: Facts): SafeHtml {
  const strings = STRINGS[language].installation.figures;
  const { page } = STRINGS[language].activity;
  if (records.length === 0) return html`<p>${strings.noRecent}</p>\n`;
  const who = ({ userId }: AuditRecord) => (userId === null ? page.operator : (names.get(userId) ?? strings.someone));
  return html`<ul class="resource-list">
${records.map(
  (
    record,
  ) => html`<li><div class="resource-name"><p><strong>${who(record)}</strong> ${describeAction(language, record)}${
    record.resource !== null && html` · ${record.resource}`
  }</p>
<p class="meta">${timeElement(language, record.at, 'ago')} · ${page.channels[record.channel]}</p></div></li>
`,
)}</ul>
`;
}
