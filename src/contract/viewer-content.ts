import { type SlideField, showsField } from './slide-fields.ts';
import type { ViewerBranding, ViewerDesign, ViewerImage, ViewerSlide } from './viewer.ts';

/** Rules for what viewers receive, shared by the server and the previews of drafts. */

/** Returns a stored image for viewers. `digest` is its id in REST. */
export const toStoredViewerImage = (
  digest: string,
  { width, height }: { readonly width: number; readonly height: number },
): ViewerImage => ({ url: `/media/${digest}`, width, height });

interface OwnerBranding {
  readonly name: string | null;
  readonly logo: ViewerImage | null;
  /** Null without a design of the owner. */
  readonly design: ViewerDesign | null;
}

/** Returns the name and logo only if the design shows them. Viewers get no other data of the owner. [D44] */
export const toViewerBranding = ({ name, logo, design }: OwnerBranding): ViewerBranding => ({
  name: design?.showLogo && !logo ? name : null,
  logo: design?.showLogo ? logo : null,
  design,
});

/** Returns a slide with only the fields that its layout shows. [D26] A blank one has no footer. [D70] */
export function toVisibleSlide({
  id,
  layout,
  title,
  text,
  passage,
  image,
  until,
  seconds,
  attribution,
  sung,
}: ViewerSlide): ViewerSlide {
  const shows = (field: SlideField) => showsField(layout, field);
  return {
    id,
    layout,
    title: shows('title') ? title : null,
    text: shows('text') ? text : null,
    passage: shows('reference') ? passage : null,
    image: shows('image') ? image : null,
    ...(until && shows('until') && { until }),
    ...(seconds && !until && shows('seconds') && { seconds }),
    ...(attribution && layout !== 'blank' && { attribution }),
    ...(sung && layout === 'text' && { sung }),
  };
}
