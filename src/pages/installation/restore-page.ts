import type { FastifyInstance } from 'fastify';
import type { Backups } from '../../domain/backups/backups.ts';
import type { PageRestore } from '../../domain/backups/page-restore.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { BackupContent, InstallationFigures, Storage } from '../../storage/storage.ts';
import {
  type AdministratorServices,
  addAdministratorForm,
  addAdministratorPage,
} from '../toolkit/administrator-routes.ts';
import { builtAssets } from '../toolkit/assets.ts';
import { postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { BACKUPS_PATH, installationHead } from './installation-head.ts';

const PATH = `${BACKUPS_PATH}/:backup/restore`;
const PURPOSE = 'restore';
/** Longest name of a host with its port. */
const NAME_MAX_CHARACTERS = 260;

interface RestorePageServices extends AdministratorServices {
  readonly config: { readonly publicUrl: string };
  readonly storage: Pick<Storage, 'figures'>;
  readonly backups: Backups;
  readonly restore: PageRestore;
}

/**
 * Adds the page that checks a backup and, after the name of the server was typed, restores it. It needs HTTPS or a
 * loopback address, also where people can sign in without. [D69]
 */
export function addRestorePages(pages: FastifyInstance, services: RestorePageServices): void {
  const { config, backups, restore, storage, visits } = services;
  const nameOf = () => new URL(config.publicUrl).host;
  const show = async (visit: SignedInVisit, id: string, isWrong = false): Promise<string> => {
    const [checked, figures] = await Promise.all([backups.check(id), storage.figures.read()]);
    return restorePage(visit, { id, checked, figures, name: nameOf(), isWrong });
  };

  addAdministratorPage(pages, services, PATH, async ({ visit, request, params }) => {
    visits.address.requireSecure(request, 'restore');
    return show(visit, params.backup!);
  });

  const form = { path: PATH, purpose: PURPOSE, back: PATH };
  addAdministratorForm(pages, services, form, async ({ visit, request, params, field }) => {
    visits.address.requireSecure(request, 'restore');
    const path = await backups.findPath(params.backup!);
    if (field('name').trim() !== nameOf()) return { status: 422, page: await show(visit, params.backup!, true) };
    restore.begin({ path, actor: visit.actor('restoreBackup') });
    return { status: 202, page: runningPage(visit) };
  });
}

interface Shown {
  readonly id: string;
  readonly checked: BackupContent | { readonly problem: string };
  readonly figures: InstallationFigures;
  /** The name that confirms. */
  readonly name: string;
  readonly isWrong: boolean;
}

const frame = (visit: SignedInVisit, content: SafeHtml, scripts: readonly string[] = []): string => {
  const { title } = STRINGS[visit.language].installation.backups.restorePage;
  return personFrame(
    { title, visit: { ...visit, backupAge: null }, place: 'installation', scripts },
    html`${installationHead(visit.language, title, 'backups')}
${content}`,
  );
};

function restorePage(visit: SignedInVisit, { id, checked, figures, name, isWrong }: Shown): string {
  const { language } = visit;
  const { backups, figures: labels } = STRINGS[language].installation;
  const strings = backups.restorePage;
  if ('problem' in checked) {
    return frame(visit, html`<p class="problem" role="alert">${explainRefusal(language, checked.problem)}</p>\n`);
  }
  const count = (number: number) => new Intl.NumberFormat(language).format(number);
  const rows: [string, SafeHtml | string][] = [
    [strings.madeAt, timeElement(language, checked.createdAt)],
    [strings.version, checked.version],
    ...(['users', 'organizations', 'lives'] as const).map((key): [string, string] => [
      labels[key],
      strings.now(count(checked[key]), count(figures[key])),
    ]),
  ];
  return frame(
    visit,
    html`<p>${strings.checked}</p>
<dl class="facts">
${rows.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>
<ul>
${strings.means.map((text) => html`<li>${text}</li>\n`)}</ul>
${!checked.canSignIn && html`<p class="problem">${strings.noSignIn}</p>\n`}${postForm(
  visit,
  { action: `${BACKUPS_PATH}/${id}/restore`, purpose: PURPOSE },
  html`${inputField({
    name: 'name',
    label: strings.name(name),
    maxLength: NAME_MAX_CHARACTERS,
    problem: isWrong && strings.wrongName,
  })}<p class="actions"><button class="danger">${strings.button}</button></p>
`,
)}`,
  );
}

/** Renders the page that waits for the server, and then shows the backups, which asks people to sign in. */
function runningPage(visit: SignedInVisit): string {
  const strings = STRINGS[visit.language].installation.backups.restorePage;
  return frame(
    visit,
    html`<div class="card" id="backup-progress" data-progress="${BACKUPS_PATH}/progress" data-after="${BACKUPS_PATH}">
<p><strong>${strings.running}</strong> <span data-percent></span></p>
<progress aria-label="${strings.running}"></progress>
<p class="hint">${strings.runningHint}</p>
<p class="actions"><a class="button" href="${BACKUPS_PATH}">${strings.continue}</a></p>
</div>
`,
    [builtAssets('web/account/backup-progress.ts').script],
  );
}

/** Returns the sentence for a backup that cannot be restored. */
export function explainRefusal(language: InterfaceLanguage, problem: string): string {
  const { refused } = STRINGS[language].installation.backups.restorePage;
  return Object.hasOwn(refused, problem) ? refused[problem as keyof typeof refused] : refused.unknown;
}
