import { DEFAULT_VIEW, VIEWER_VIEWS, type ViewerView } from './viewer-views.ts';

type Underscored<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Name;

/** The URLs of a Live's views, by view name with underscores, such as `lower_third`. [D45] */
export type AudienceLinks = Readonly<Record<Underscored<ViewerView>, string>>;

/**
 * Builds the public links of a Live. `secret` is the audience secret, if known. It goes into the fragment, which
 * browsers do not send to servers.
 */
export function toAudienceLinks(origin: string, liveId: string, secret?: string): AudienceLinks {
  const fragment = secret === undefined ? '' : `#${secret}`;
  const links = VIEWER_VIEWS.map((view) => {
    const query = view === DEFAULT_VIEW ? '' : `?view=${view}`;
    return [view.replaceAll('-', '_'), `${origin}/l/${liveId}${query}${fragment}`];
  });
  return Object.fromEntries(links);
}
