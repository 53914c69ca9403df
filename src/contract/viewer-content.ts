import { DEFAULT_STUDIO_SETTINGS } from './default-design.ts';
import { LOOK_KINDS } from './looks.ts';
import type { Look, Looks } from './schemas/design.ts';
import { type SlideField, showsField } from './slide-fields.ts';
import type { ViewerBranding, ViewerDesign, ViewerImage, ViewerLook, ViewerSlide } from './viewer.ts';

/** Rules for what viewers receive, shared by the server and the previews of drafts. */

/** Returns a stored image for viewers. `digest` is its id in REST. */
export const toStoredViewerImage = (
  digest: string,
  { width, height }: { readonly width: number; readonly height: number },
): ViewerImage => ({ url: toImageUrl(digest), width, height });

const toImageUrl = (digest: string) => `/media/${digest}`;

interface OwnerBranding {
  readonly name: string | null;
  readonly logo: ViewerImage | null;
  /** Null without a design of the owner. */
  readonly design: ViewerDesign | null;
  /** Null without looks of the owner. */
  readonly looks: Looks | null;
}

/** Returns the name and logo only if the design shows them. Viewers get no other data of the owner. [D44] */
export const toViewerBranding = ({ name, logo, design, looks }: OwnerBranding): ViewerBranding => {
  const ofKinds = LOOK_KINDS.flatMap((kind) => {
    const look = looks && toViewerLook(design, looks[kind]);
    return look && Object.keys(look).length > 0 ? [[kind, look]] : [];
  });
  return {
    name: design?.showLogo && !logo ? name : null,
    logo: design?.showLogo ? logo : null,
    design,
    ...(ofKinds.length > 0 && { looks: Object.fromEntries(ofKinds) }),
  };
};

/** Returns the image of a look, and the design with what the look sets. [D76] */
function toViewerLook(design: ViewerDesign | null, { background_image: image, ...type }: Look): ViewerLook {
  const own = Object.fromEntries(Object.entries(type).filter(([, value]) => value !== null));
  const { elements, ...others } = design ?? DEFAULT_STUDIO_SETTINGS;
  const aligned = type.align && { align: type.align };
  return {
    ...(Object.keys(own).length > 0 && {
      design: {
        ...others,
        elements: {
          translation: { ...elements.translation, ...aligned },
          reference: { ...elements.reference, ...aligned },
          text: { ...elements.text, ...own },
        },
      },
    }),
    ...(image !== null && { image: toImageUrl(image) }),
  };
}

/** Returns a slide with only the fields that its layout shows. [D26] A blank one has no footer. [D70] */
export function toVisibleSlide({
  id,
  layout,
  title,
  text,
  passage,
  image,
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
    ...(attribution && layout !== 'blank' && { attribution }),
    ...(sung && { sung }),
  };
}
