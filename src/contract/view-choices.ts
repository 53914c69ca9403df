import { VIEWER_VIEWS, VIEWS, type ViewerView, type ViewTraits, type ViewUse } from './viewer-views.ts';

/** Views that are offered for a use. */
export type ViewFor<Use extends ViewUse> = {
  [View in ViewerView]: (typeof VIEWS)[View]['uses'] extends Record<Use, number> ? View : never;
}[ViewerView];

/** Returns the views of a use in the order of the choices. */
export function viewsFor<Use extends ViewUse>(use: Use): readonly ViewFor<Use>[] {
  const positionOf = (view: ViewerView) => (VIEWS[view] as ViewTraits).uses[use] ?? 0;
  const views = VIEWER_VIEWS.filter((view) => positionOf(view) > 0);
  return views.toSorted((one, other) => positionOf(one) - positionOf(other)) as ViewFor<Use>[];
}
