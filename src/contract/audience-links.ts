import { type ViewFor, viewsFor } from './view-choices.ts';
import { DEFAULT_VIEW } from './viewer-views.ts';

type Underscored<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Name;

/** The URLs of a Live's views, by view name with underscores, such as `lower_third`. [D45] */
export type AudienceLinks = Readonly<Record<Underscored<ViewFor<'audience'>>, string>>;

/** Returns the name of a view in the links. */
export const toLinkName = (view: ViewFor<'audience'>) => view.replaceAll('-', '_') as keyof AudienceLinks;

/**
 * Builds the public links of a Live. `secret` is the audience secret, if known. It goes into the fragment, which
 * browsers do not send to servers.
 */
export function toAudienceLinks(origin: string, liveId: string, secret?: string): AudienceLinks {
  const fragment = secret === undefined ? '' : `#${secret}`;
  const links = viewsFor('audience').map((view) => {
    const query = view === DEFAULT_VIEW ? '' : `?view=${view}`;
    return [toLinkName(view), `${origin}/l/${liveId}${query}${fragment}`];
  });
  return Object.fromEntries(links);
}
