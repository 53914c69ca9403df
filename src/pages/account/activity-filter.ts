import { firstAuditIdAt } from '../../domain/audit/audit.ts';
import { isUuid } from '../../domain/identifiers.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { AuditFilter } from '../../storage/storage.ts';
import type { AccountRequest } from '../toolkit/account-routes.ts';
import { selectField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { ACTIVITY_GROUPS, operationsOf } from './activity-groups.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const ID = /^[\w-]{1,64}$/;
/** Actor without an id: commands and the server itself. */
const SERVER = 'server';
const FIELDS = ['who', 'what', 'live', 'from', 'to', 'zone'] as const;

/** Filter in the address of an activity page. Invalid values are ignored. */
export interface ActivityQuery {
  readonly values: Readonly<Record<(typeof FIELDS)[number], string>>;
  readonly filter: AuditFilter;
  /** Bounds of the ids of records. Null is no bound. */
  readonly before: string | null;
  readonly since: string | null;
  /** Whether any condition is set. */
  readonly isFiltered: boolean;
  /** Returns the query of the page of older records. */
  olderQuery(before: string): string;
}

/** An option of a selection: an id and its name. */
export type NamedId = readonly [id: string, name: string];

/** Reads the filter. Days begin and end in the time zone that the browser sends, else in UTC. */
export function readActivityQuery({ query }: Pick<AccountRequest, 'query'>): ActivityQuery {
  const valid = (name: (typeof FIELDS)[number], isValid: (text: string) => boolean) => {
    const text = query(name);
    return isValid(text) ? text : '';
  };
  const values = {
    who: valid('who', (text) => ID.test(text)),
    what: valid('what', (text) => ACTIVITY_GROUPS.some((group) => group === text)),
    live: valid('live', (text) => ID.test(text)),
    from: valid('from', isDay),
    to: valid('to', isDay),
    zone: valid('zone', isTimeZone),
  };
  const startOf = (day: Temporal.PlainDate) =>
    firstAuditIdAt(day.toZonedDateTime(values.zone || 'UTC').epochMilliseconds);
  const end = values.to === '' ? null : startOf(Temporal.PlainDate.from(values.to).add({ days: 1 }));
  const page = isUuid(query('before')) ? query('before') : null;
  const group = ACTIVITY_GROUPS.find((one) => one === values.what);
  const { who, live, from } = values;
  return {
    values,
    filter: {
      actor: who === '' ? null : who === SERVER ? SERVER : { id: who },
      operations: group ? operationsOf(group) : null,
      resource: live === '' ? null : live,
    },
    before: page !== null && (end === null || page < end) ? page : end,
    since: from === '' ? null : startOf(Temporal.PlainDate.from(from)),
    isFiltered: [who, values.what, live, from, values.to].some((text) => text !== ''),
    olderQuery(before) {
      const set = FIELDS.filter((name) => values[name] !== '').map((name) => [name, values[name]]);
      return new URLSearchParams([...set, ['before', before]] as [string, string][]).toString();
    },
  };
}

const isDay = (text: string): boolean => DAY.test(text) && isAccepted(() => Temporal.PlainDate.from(text));

const isTimeZone = (zone: string): boolean => isAccepted(() => Temporal.Now.plainDateISO(zone));

function isAccepted(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

/** Renders the form of the filter. */
export function activityFilterForm(
  { language }: SignedInVisit,
  { values, isFiltered }: ActivityQuery,
  { path, actors, lives }: { path: string; actors: readonly NamedId[]; lives: readonly NamedId[] },
): SafeHtml {
  const strings = STRINGS[language].activity.filter;
  const select = (name: 'who' | 'what' | 'live', label: string, all: string, options: readonly NamedId[]) => {
    // A filter in the address may name what is no longer listed.
    const unlisted = values[name] !== '' && !options.some(([id]) => id === values[name]);
    const rest = unlisted ? [...options, [values[name], values[name]] as const] : options;
    return selectField({ name, label, value: values[name], options: [['', all], ...rest] });
  };
  const day = (name: 'from' | 'to', label: string) => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="date" value="${values[name]}">
</div>
`;
  return html`<form class="filter" method="get" action="${path}">
${select('who', strings.who, strings.anyone, [...actors, [SERVER, STRINGS[language].activity.page.operator]])}${select(
  'what',
  strings.what,
  strings.everything,
  ACTIVITY_GROUPS.map((group) => [group, strings.groups[group]] as const),
)}${select('live', strings.live, strings.everyLive, lives)}${day('from', strings.from)}${day('to', strings.to)}<input type="hidden" name="zone" value="${values.zone}" data-time-zone>
<p class="actions"><button>${strings.apply}</button>${isFiltered && html` <a href="${path}">${strings.clear}</a>`}</p>
</form>
`;
}
