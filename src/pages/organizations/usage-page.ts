import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { LICENCE_MAX_CHARACTERS } from '../../contract/limits.ts';
import { hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { type Clock, dayOf } from '../../domain/clock.ts';
import type { Lives } from '../../domain/live/lives.ts';
import { parseName } from '../../domain/name.ts';
import { setLicence } from '../../domain/usage/licence.ts';
import { sumUsage, type UsageSum } from '../../domain/usage/sum-usage.ts';
import { toUsageCsv } from '../../domain/usage/usage-csv.ts';
import type { UsagePeriod, UsageReport, UsageReports } from '../../domain/usage/usage-reports.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Membership, Storage } from '../../storage/storage.ts';
import { type AccountRequest, addAccountFile, addAccountForm, addAccountPage } from '../toolkit/account-routes.ts';
import { postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { notice } from '../toolkit/notice.ts';
import { formatPageTime } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { organizationHead, organizationPath } from './organization-head.ts';
import type { OrganizationsServices } from './organizations.ts';

const PATH = '/account/organizations/:organization/usage';
const PURPOSE = 'licence';
/** Lets spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export interface UsagePageServices extends OrganizationsServices {
  readonly config: Pick<Config, 'livesPerOwner'>;
  readonly lives: Pick<Lives, 'list' | 'refreshProfile'>;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly usage: UsageReports;
}

/** Content of the page. `report` is null if the period was refused. */
interface UsageContent {
  readonly period: UsagePeriod;
  readonly today: string;
  readonly report: UsageReport | null;
  readonly licence: string;
  readonly licenceProblem?: string;
  /** Names of the Lives, by id. */
  readonly rooms: ReadonlyMap<string, string>;
}

/** Adds the page that reports which songs and editions were shown, and sets the license. [D77] */
export function addUsagePage(pages: FastifyInstance, services: UsagePageServices): void {
  const { config, organizations, lives, storage, usage, clock } = services;

  const show = async (
    call: AccountRequest,
    membership: Membership,
    draft: Pick<UsageContent, 'licence' | 'licenceProblem'> | null,
    done?: string,
  ) => {
    const owner = { kind: 'organization', id: membership.id } as const;
    const today = dayOf(clock());
    const period = readPeriod(call, today);
    const report = await usage.read(membership.id, period).catch((error) => {
      if (error instanceof LecternError && error.code === 'invalid_fields') return null;
      throw error;
    });
    const all = await lives.list(owner, { limit: config.livesPerOwner, after: null });
    const { ccliLicence } = await storage.owners.find(owner);
    return usagePage(
      call.visit,
      membership,
      {
        period,
        today,
        report,
        licence: ccliLicence ?? '',
        ...draft,
        rooms: new Map(all.map(({ id, name }) => [id, name])),
      },
      done,
    );
  };

  addAccountPage(pages, services, PATH, async (call) => {
    const membership = await organizations.require(call.visit.holder.user.id, call.params.organization!);
    const isSaved = call.query('done') === 'saved';
    return show(call, membership, null, isSaved ? STRINGS[call.visit.language].organizations.usage.saved : undefined);
  });

  addAccountFile(pages, services, { path: `${PATH}/csv`, back: PATH }, async (call) => {
    const membership = await organizations.require(call.visit.holder.user.id, call.params.organization!);
    const period = readPeriod(call, dayOf(clock()));
    const { rows } = await usage.read(membership.id, period);
    const pieces = async function* () {
      yield BYTE_ORDER_MARK + toUsageCsv(rows);
    };
    return {
      name: `usage-${period.from}-${period.to}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      pieces: pieces(),
    };
  });

  addAccountForm(pages, services, { path: `${PATH}/licence`, purpose: PURPOSE, back: PATH }, async (call) => {
    const { visit, params } = call;
    const membership = await organizations.require(visit.holder.user.id, params.organization!, 'write', 'setLicence');
    const typed = call.field('licence');
    if (typed.trim() !== '' && parseName(typed, LICENCE_MAX_CHARACTERS) === null) {
      const licenceProblem = STRINGS[visit.language].organizations.usage.licenceProblem;
      return { status: 422, page: await show(call, membership, { licence: typed, licenceProblem }) };
    }
    const owner = { kind: 'organization', id: membership.id } as const;
    await setLicence(services, owner, typed.trim() === '' ? null : typed, visit.actor('updateLicence'));
    return { to: `${organizationPath(membership.id)}/usage?done=saved` };
  });
}

/** Returns the period of the address. What is no day is replaced: by the first of this month, or today. */
function readPeriod({ query }: AccountRequest, today: string): UsagePeriod {
  const read = (name: string, fallback: string): string => {
    const text = query(name);
    const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
    return !Number.isNaN(ms) && dayOf(ms) === text ? text : fallback;
  };
  return { from: read('from', `${today.slice(0, 7)}-01`), to: read('to', today) };
}

/** Returns the first day of the month that was so many months ago. */
const monthsAgo = (today: string, months: number): string =>
  Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months }).toString();

function usagePage(visit: SignedInVisit, membership: Membership, content: UsageContent, done?: string): string {
  const strings = STRINGS[visit.language].organizations.usage;
  const path = `${organizationPath(membership.id)}/usage`;
  const { period, today, report } = content;
  const toQuery = (from: string, to: string) => `from=${from}&to=${to}`;
  const day = (name: 'from' | 'to') => html`<div class="field">
<label for="${name}">${strings[name]}</label>
<input id="${name}" name="${name}" type="date" required value="${period[name]}">
</div>
`;
  return personFrame(
    { title: `${strings.title} · ${membership.name}`, visit, place: 'people', ownerId: membership.id },
    html`${organizationHead(visit.language, membership, 'usage')}
${notice(done)}<p class="hint">${strings.lead}</p>
<p class="actions"><a class="button" href="${path}?${toQuery(monthsAgo(today, 0), today)}">${strings.thisMonth}</a> <a class="button" href="${path}?${toQuery(monthsAgo(today, 6), today)}">${strings.lastMonths}</a></p>
<form class="filter" method="get" action="${path}">
${day('from')}${day('to')}<p class="actions"><button>${strings.show}</button></p>
</form>
${report ? reportOf(visit, content, report, `${path}/csv?${toQuery(period.from, period.to)}`) : html`<p class="problem" role="alert">${strings.periodProblem}</p>\n`}<h2>${strings.licence}</h2>
${licenceForm(visit, membership, content)}`,
  );
}

function reportOf(
  visit: SignedInVisit,
  { rooms }: UsageContent,
  { since, rows }: UsageReport,
  download: string,
): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].organizations.usage;
  if (since === null) return html`<p>${strings.neverCounted}</p>\n`;
  const counted = html`<p class="meta">${strings.since(formatPageTime(language, since, 'day'))}</p>\n`;
  if (rows.length === 0) return html`${counted}<p>${strings.empty}</p>\n`;
  const sums = sumUsage(rows);
  const hasRooms = new Set(rows.map(({ liveId }) => liveId)).size > 1;
  const roomsOf = ({ byLive }: UsageSum) =>
    [...byLive]
      .map(([id, count]) => `${rooms.get(id) ?? strings.deletedRoom} ${strings.times(count)}`)
      .sort((one, other) => one.localeCompare(other))
      .join(' · ');
  const tableOf = (what: UsageSum['what']) => {
    const of = sums.filter((sum) => sum.what === what);
    if (of.length === 0) return false;
    const isSong = what === 'song';
    return html`<h2>${strings.things[what]}</h2>
<table><thead><tr><th>${strings.columns.title}</th>${isSong && html`<th>${strings.columns.authors}</th><th>CCLI</th><th>${strings.columns.songbook}</th>`}<th>${strings.columns.count}</th>${hasRooms && html`<th>${strings.columns.rooms}</th>`}</tr></thead><tbody>${of.map(
      (sum) => html`<tr><td dir="auto">${sum.title}</td>${
        isSong &&
        html`<td dir="auto">${sum.authors}</td><td class="number">${sum.ccli}</td><td dir="auto">${sum.songbook && `${sum.songbook.name} ${sum.songbook.number}`}</td>`
      }<td>${strings.times(sum.count)}</td>${hasRooms && html`<td dir="auto">${roomsOf(sum)}</td>`}</tr>
`,
    )}</tbody></table>
`;
  };
  return html`${counted}${tableOf('song')}${tableOf('edition')}<p class="actions"><a class="button" href="${download}" download>${strings.download}</a></p>
`;
}

function licenceForm(
  visit: SignedInVisit,
  { id, role }: Membership,
  { licence, licenceProblem }: UsageContent,
): SafeHtml {
  const strings = STRINGS[visit.language].organizations.usage;
  if (!hasMemberRight(role, 'setLicence')) {
    return html`<p class="hint">${strings.licenceHint}</p>
<p>${licence === '' ? strings.noLicence : licence}</p>
`;
  }
  return postForm(
    visit,
    { action: `${organizationPath(id)}/usage/licence`, purpose: PURPOSE },
    html`${inputField({
      name: 'licence',
      label: strings.licenceNumber,
      hint: strings.licenceHint,
      value: licence,
      problem: licenceProblem,
      required: false,
      maxLength: LICENCE_MAX_CHARACTERS,
    })}<p class="actions"><button>${strings.save}</button></p>\n`,
  );
}
