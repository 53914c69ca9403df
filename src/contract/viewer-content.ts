import { DEFAULT_STUDIO_SETTINGS } from './default-design.ts';
import type { Look } from './schemas/design.ts';
import type { Slide } from './schemas/presentation.ts';
import { type SlideField, showsField } from './slide-fields.ts';
import type { ViewerBranding, ViewerDesign, ViewerImage, ViewerSlide, ViewerText } from './viewer.ts';

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
  /** Look of what is on air. Null without looks of the owner. */
  readonly look: Look | null;
}

/** Returns the name and logo only if the design shows them. Viewers get no other data of the owner. [D44] */
export const toViewerBranding = ({ name, logo, design, look }: OwnerBranding): ViewerBranding => ({
  name: design?.showLogo && !logo ? name : null,
  logo: design?.showLogo ? logo : null,
  design: look ? withLook(design, look) : design,
  ...(look?.background_image && { image: toImageUrl(look.background_image) }),
});

/** Returns the design with what the look sets. [D76] */
function withLook(design: ViewerDesign | null, { background_image: _, ...type }: Look): ViewerDesign | null {
  const own = Object.fromEntries(Object.entries(type).filter(([, value]) => value !== null));
  if (Object.keys(own).length === 0) return design;
  const { elements, ...others } = design ?? DEFAULT_STUDIO_SETTINGS;
  const aligned = type.align && { align: type.align };
  return {
    ...others,
    elements: {
      translation: { ...elements.translation, ...aligned },
      reference: { ...elements.reference, ...aligned },
      text: { ...elements.text, ...own },
    },
  };
}

/** Returns the texts of a slide with their languages, or undefined if the only one is in an unknown language. [D77] */
export function toViewerTexts(
  { text, translations = [] }: Pick<Slide, 'text' | 'translations'>,
  language: string | null,
): ViewerText[] | undefined {
  if (!text || (translations.length === 0 && language === null)) return undefined;
  const first = { language: language ?? 'und', text };
  return [first, ...translations.map((each) => ({ language: each.language_tag, text: each.text }))];
}

/** Returns a slide with only the fields that its layout shows. [D26] A blank one has no footer. [D70] */
export function toVisibleSlide({
  id,
  layout,
  title,
  text,
  texts,
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
    ...(texts && layout === 'text' && { texts }),
    passage: shows('reference') ? passage : null,
    image: shows('image') ? image : null,
    ...(until && shows('until') && { until }),
    ...(seconds && !until && shows('seconds') && { seconds }),
    ...(attribution && layout !== 'blank' && { attribution }),
    ...(sung && layout === 'text' && { sung }),
  };
}
