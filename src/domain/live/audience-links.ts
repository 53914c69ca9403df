import { DEFAULT_VIEW, VIEWER_VIEWS, type ViewerView } from '../../contract/viewer-views.ts';

type Underscored<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Name;

/** Where the content of a Live is seen, by the name of its view: `lower_third` for one. [D45] */
export type AudienceLinks = Readonly<Record<Underscored<ViewerView>, string>>;

/** The public links of a Live. `secret` is that of its audience, as far as it is known: it goes into the fragment, which no server gets. */
export function toAudienceLinks(origin: string, liveId: string, secret?: string): AudienceLinks {
  const fragment = secret === undefined ? '' : `#${secret}`;
  const links = VIEWER_VIEWS.map((view) => {
    const query = view === DEFAULT_VIEW ? '' : `?view=${view}`;
    return [view.replaceAll('-', '_'), `${origin}/l/${liveId}${query}${fragment}`];
  });
  return Object.fromEntries(links);
}
