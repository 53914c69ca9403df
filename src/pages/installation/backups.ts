import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { type ServerCommandConfig, serverCommand } from '../../config/server-command.ts';
import { formatByteSize } from '../../contract/byte-size.ts';
import type { BackupOverview, Backups, ListedBackup } from '../../domain/backups/backups.ts';
import type { PageRestore } from '../../domain/backups/page-restore.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { BackupObstacle, BackupRecord, Storage } from '../../storage/storage.ts';
import {
  type AdministratorServices,
  addAdministratorFile,
  addAdministratorForm,
  addAdministratorPage,
  addAdministratorScript,
} from '../toolkit/administrator-routes.ts';
import { builtAssets } from '../toolkit/assets.ts';
import { backupAgeText } from '../toolkit/backup-age-warning.ts';
import { dangerForm } from '../toolkit/disclosure.ts';
import { formProblem, postForm } from '../toolkit/form.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { installationHead, BACKUPS_PATH as PATH } from './installation-head.ts';
import { addRestorePages, explainRefusal } from './restore-page.ts';

const PURPOSE = 'backups';
const MEDIA_TYPE = 'application/octet-stream';

export interface BackupPageServices extends AdministratorServices {
  readonly config: ServerCommandConfig & Pick<Config, 'backupsKept' | 'nightlyBackups' | 'publicUrl'>;
  readonly storage: Pick<Storage, 'figures'>;
  readonly backups: Backups;
  /** Restores backups; null where only the command can. */
  readonly restore: PageRestore | null;
  /** Logs and counts the error of a backup that fails in the background. */
  readonly warnOfBackup: (error: unknown) => void;
}

interface Draft {
  readonly done?: string;
  readonly obstacle?: BackupObstacle;
}

/** Adds the page on which administrators make, download and delete backups. [D69] */
export function addBackupPages(pages: FastifyInstance, services: BackupPageServices): void {
  const { backups, restore } = services;
  const show = async (visit: SignedInVisit, draft: Draft) => backupPage(services, visit, await backups.read(), draft);

  addAdministratorPage(pages, services, PATH, async ({ visit, query }) => show(visit, { done: query('done') }));

  const makeForm = { path: `${PATH}/make`, purpose: PURPOSE, back: PATH };
  addAdministratorForm(pages, services, makeForm, async ({ visit }) => {
    const outcome = await backups.start(visit.holder.user, visit.actor('createBackup'), services.warnOfBackup);
    // If one runs already, the page shows it.
    if (outcome === 'started' || outcome === 'running') return { to: PATH };
    return { status: 409, page: await show(visit, { obstacle: outcome }) };
  });

  const file = { path: `${PATH}/:backup/download`, back: PATH };
  addAdministratorFile(pages, services, file, async ({ visit, params }) => ({
    name: backups.nameOf(params.backup!),
    mediaType: MEDIA_TYPE,
    ...(await backups.download(params.backup!, visit.actor('downloadBackup'))),
  }));

  const deleteForm = { path: `${PATH}/:backup/delete`, purpose: PURPOSE, back: PATH };
  addAdministratorForm(pages, services, deleteForm, async ({ visit, params }) => {
    const removed = await backups.remove(params.backup!, visit.actor('deleteBackup'));
    return { to: `${PATH}?done=${removed === 'file' ? 'removed' : 'forgotten'}` };
  });

  if (restore) addRestorePages(pages, { ...services, restore });

  const progress = { method: 'GET', path: `${PATH}/progress`, purpose: PURPOSE, back: PATH } as const;
  addAdministratorScript(pages, services, progress, async () => {
    if (restore?.hasBegun) return { running: { id: 'restore', share: 0 } };
    const running = await backups.findRunning();
    return { running: running && { id: running.id, share: running.share } };
  });
}

function backupPage(
  { config, backups, clock, restore }: BackupPageServices,
  visit: SignedInVisit,
  { running, failed, backups: listed, age, nextNightlyAt }: BackupOverview,
  { done, obstacle }: Draft,
): string {
  const { language } = visit;
  const strings = STRINGS[language].installation.backups;
  const { folder } = backups;
  return personFrame(
    {
      title: strings.title,
      // The page itself says how old the latest backup is.
      visit: { ...visit, backupAge: null },
      place: 'installation',
      scripts: running ? [builtAssets('web/account/backup-progress.ts').script] : [],
    },
    html`${installationHead(language, strings.title, 'backups')}
${notice(findSentence(strings.done, done ?? ''))}${formProblem(obstacle && describeObstacle(language, obstacle, folder))}${
  failed &&
  !obstacle &&
  !running &&
  html`<p class="problem" role="status">${describeFailure(language, failed)} ${strings.problems.startedAt(timeElement(language, failed.startedAt))}</p>\n`
}${
  restore?.failed &&
  html`<p class="problem" role="status">${strings.restorePage.failed} ${explainRefusal(language, restore.failed.problem)} ${strings.problems.startedAt(timeElement(language, restore.failed.startedAt))}</p>\n`
}<p${age.isOverdue && html` class="problem" role="status"`}>${backupAgeText(language, age)}</p>
${running ? progressBar(language, running) : makeButton(visit)}<h2 id="list">${strings.list}</h2>
<p class="hint">${strings.kept(config.backupsKept)}</p>
<p class="hint">${nightlyText(language, config.nightlyBackups, nextNightlyAt, clock())}</p>
${
  listed.length === 0
    ? html`<p>${strings.empty}</p>\n`
    : html`<ul class="resource-list" aria-labelledby="list">\n${listed.map((backup) => backupEntry(visit, backup, restore !== null))}</ul>\n`
}<h2>${strings.contents}</h2>
<p>${strings.contentsText}</p>
<p>${strings.key(html`<code>${config.secretFile}</code>`)}</p>
<h2>${strings.restore}</h2>
<p>${strings.restoreText}</p>
<p><code class="secret">${serverCommand(config, ['restore', join(folder, listed[0] ? backups.nameOf(listed[0].id) : 'lectern-….backup')])}</code></p>
${config.databaseUrl !== null && html`<p class="hint">${strings.restoreDatabase}</p>\n`}`,
  );
}

function nightlyText(language: InterfaceLanguage, kept: number, nextAt: string | null, now: number): SafeHtml {
  const strings = STRINGS[language].installation.backups.nightly;
  if (nextAt === null) return html`${strings.off(html`<code>LECTERN_NIGHTLY_BACKUPS</code>`)}`;
  const next = Date.parse(nextAt) <= now ? strings.soon : strings.next(timeElement(language, nextAt));
  return html`${strings.kept(kept)} ${next}`;
}

const makeButton = (visit: SignedInVisit): SafeHtml =>
  postForm(
    visit,
    { action: `${PATH}/make`, purpose: PURPOSE },
    html`<p class="actions"><button class="primary">${STRINGS[visit.language].installation.backups.make}</button></p>\n`,
  );

/** Renders the progress, which the script keeps current. Without it, a link loads the page again. */
function progressBar(language: InterfaceLanguage, { share }: BackupRecord): SafeHtml {
  const strings = STRINGS[language].installation.backups;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(share);
  return html`<div class="card" id="backup-progress" data-progress="${PATH}/progress">
<p><strong>${strings.running}</strong> <span data-percent>${percent}</span></p>
<progress aria-label="${strings.running}" value="${share}" max="1">${percent}</progress>
<p class="hint">${strings.runningHint}</p>
<p class="actions"><a class="button" href="${PATH}">${strings.reload}</a></p>
</div>
`;
}

function backupEntry(
  visit: SignedInVisit,
  { id, startedAt, madeBy, nightly, bytes, elsewhere }: ListedBackup,
  canRestore: boolean,
): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].installation.backups;
  const size = formatByteSize(bytes, language);
  return html`<li><div class="resource-name"><p><strong>${timeElement(language, startedAt, 'ago')}</strong></p>
<p class="meta">${size}${nightly && html` · ${strings.nightly.made}`}${madeBy !== null && html` · ${strings.by(madeBy)}`}</p>
${elsewhere !== null && html`<p class="hint">${strings.elsewhere(elsewhere)}</p>\n`}</div>
${elsewhere === null && html`<a class="button" href="${PATH}/${id}/download" download>${strings.download}</a>`}${
  elsewhere === null &&
  canRestore &&
  html`\n<a class="button" href="${PATH}/${id}/restore">${strings.restorePage.open}</a>`
}
${dangerForm(visit, {
  ...(elsewhere === null
    ? { summary: strings.remove, explanation: strings.removeMeans, button: strings.removeNow }
    : { summary: strings.forget, explanation: strings.forgetMeans, button: strings.forgetNow }),
  action: `${PATH}/${id}/delete`,
  purpose: PURPOSE,
})}</li>
`;
}

function describeObstacle(language: InterfaceLanguage, obstacle: BackupObstacle, folder: string): string {
  const { problems } = STRINGS[language].installation.backups;
  if (obstacle.kind === 'folder') return problems.folder(folder);
  const size = (bytes: number) => formatByteSize(bytes, language);
  return problems.space(size(obstacle.neededBytes), size(obstacle.freeBytes));
}

function describeFailure(language: InterfaceLanguage, { problem }: BackupRecord): string {
  const { problems } = STRINGS[language].installation.backups;
  switch (problem) {
    case 'disk_full':
    case 'not_allowed':
    case 'interrupted':
    case 'unavailable':
    case 'damaged_backup':
      return problems[problem];
    default:
      return problems.failed;
  }
}
