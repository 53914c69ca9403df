/** Where the content of a Live is seen, by the name of its view. [D45] */
export type AudienceLinks = Readonly<Record<'reader' | 'screen' | 'lower_third' | 'stage', string>>;

/** The public links of a Live. `secret` is that of its audience, as far as it is known: it goes into the fragment, which no server gets. */
export function toAudienceLinks(origin: string, liveId: string, secret?: string): AudienceLinks {
  const link = (query: string) => `${origin}/l/${liveId}${query}${secret === undefined ? '' : `#${secret}`}`;
  return {
    reader: link(''),
    screen: link('?view=screen'),
    lower_third: link('?view=lower-third'),
    stage: link('?view=stage'),
  };
}
