import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAGE_DEFAULT_ITEMS } from '../../contract/limits.ts';
import type { Role } from '../../contract/scopes.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import type { Lives } from '../../domain/live/lives.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Membership, Owner, ViewerTotals } from '../../storage/storage.ts';
import { organizationHead, organizationPath } from '../organizations/organization-head.ts';
import { type AccountServices, addAccountPage } from '../toolkit/account-routes.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visits.ts';
import { type LiveWithViewers, liveListItem } from './live-list-item.ts';

const PATH = '/account/lives';
/** A cursor: creation time and id of the last Live on the previous page. Anything else means the first page. */
const AFTER = /^(?<createdAt>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?<id>[A-Za-z0-9_-]{1,64})$/;

export interface LivesPageServices extends AccountServices {
  readonly organizations: OrganizationService;
  readonly lives: Pick<Lives, 'list' | 'find'>;
  /** Returns the viewers on all nodes. Throws `unavailable`. [D52] */
  readonly readViewers: (liveId: string) => Promise<ViewerTotals>;
}

/**
 * Adds the pages that list the Lives of an owner, with their current and peak viewers, for those who operate them.
 * [D52]
 */
export function addLivesPages(pages: FastifyInstance, services: LivesPageServices): void {
  const { organizations: desk, lives, readViewers, visits } = services;

  /** Reads one Live more than fits on a page, which shows whether there are more. */
  const read = async (owner: Owner, after: string): Promise<LiveWithViewers[]> => {
    const { createdAt, id } = AFTER.exec(after)?.groups ?? {};
    const place = createdAt !== undefined && id !== undefined ? { createdAt, id } : null;
    const found = await lives.list(owner, { limit: PAGE_DEFAULT_ITEMS + 1, after: place });
    const watched = await Promise.all(
      found.map(async ({ id }) => {
        const [state, viewers] = await Promise.all([lives.find(id), readViewers(id)]);
        return state && { ...state.record, ...viewers };
      }),
    );
    return watched.filter((live) => live !== null);
  };

  const list = (
    request: FastifyRequest,
    visit: SignedInVisit,
    found: readonly LiveWithViewers[],
    { path, role }: { path: string; role: Role | null },
  ): SafeHtml | false => {
    const { language } = visit;
    const shown = found.slice(0, PAGE_DEFAULT_ITEMS);
    const last = shown.at(-1);
    if (!last) return false;
    const more = `${path}?after=${encodeURIComponent(`${last.createdAt} ${last.id}`)}`;
    const origin = visits.originOf(request);
    return html`<ul class="entries">${shown.map((live) => liveListItem(language, origin, live, role))}</ul>
${found.length > shown.length && html`<p class="actions"><a class="button secondary" href="${more}">${STRINGS[language].lives.list.more}</a></p>\n`}`;
  };

  addAccountPage(pages, services, PATH, async ({ visit, query, request }) => {
    const { language, holder } = visit;
    const strings = STRINGS[language].lives.list;
    const memberships = await desk.list(holder.user.id);
    const readOf = async (membership: Membership) => {
      const found = await read({ kind: 'organization', id: membership.id }, '');
      return { membership, lives: list(request, visit, found, placeOf(membership)) };
    };
    const [own, theirs] = await Promise.all([
      read(toAccountOwner(holder.user), query('after')).then((found) =>
        list(request, visit, found, { path: PATH, role: holder.user.restricted ? null : 'owner' }),
      ),
      Promise.all(memberships.map(readOf)),
    ]);
    const shown = theirs.flatMap(({ membership, lives }) => (lives ? [{ membership, lives }] : []));
    const content = html`<h1>${strings.title}</h1>
${shown.map(({ membership, lives }) => group(membership.name, lives))}${
  own ? (shown.length > 0 ? group(strings.own, own) : own) : shown.length === 0 && html`<p>${strings.empty}</p>\n`
}`;
    return personFrame({ title: strings.title, visit, place: 'account' }, content);
  });

  addAccountPage(pages, services, '/account/organizations/:organization/lives', async (call) => {
    const { visit, params, query, request } = call;
    const strings = STRINGS[visit.language].lives.list;
    const membership = await desk.require(visit.holder.user.id, params.organization!);
    const found = await read({ kind: 'organization', id: membership.id }, query('after'));
    const content = html`${organizationHead(visit.language, membership, 'lives')}
${list(request, visit, found, placeOf(membership)) || html`<p>${strings.empty}</p>\n`}`;
    return personFrame(
      { title: `${strings.title} · ${membership.name}`, visit, place: 'people', ownerId: membership.id },
      content,
    );
  });
}

/** Returns the path of an organization's Lives, and the role of the member there. [D42] */
const placeOf = ({ id, role, restricted }: Membership) => ({
  path: `${organizationPath(id)}/lives`,
  role: restricted ? null : role,
});

const group = (name: string, lives: SafeHtml): SafeHtml => html`<section class="group">
<p class="eyebrow">${name}</p>
${lives}</section>
`;
