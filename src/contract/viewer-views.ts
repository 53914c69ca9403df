/** What differs between the views of the audience's page [D45], as far as more than a view's own component and styles needs to know it. */
export interface ViewTraits {
  /**
   * What the view stands on. `page`: one person reads and scrolls it, so words come before fonts, and a design's sizes are kept within
   * limits. `screen`: it fills a display that many look at from afar. `picture`: it lies over somebody's picture, which shows through.
   */
  surface: 'page' | 'screen' | 'picture';
  /** Whether it has the bar: the organization's logo, and controls for the viewer's own choices. */
  bar: boolean;
  /** Whether it draws slides with the part `slides`. Without it, the view's own component shows what it can of them. */
  slides: boolean;
  /** Whether a design decides its fonts, sizes, alignment and order. Without it, a design gives it colours alone. */
  designedType: boolean;
}

/**
 * The views by their names in the address. A new one needs a row here, and its component in web/viewer/views, which
 * web/viewer/parts.ts loads; the compiler names what else has to know it.
 */
export const VIEWS = {
  reader: { surface: 'page', bar: true, slides: true, designedType: true },
  screen: { surface: 'screen', bar: true, slides: true, designedType: true },
  'lower-third': { surface: 'picture', bar: false, slides: false, designedType: true },
  stage: { surface: 'screen', bar: false, slides: false, designedType: false },
} satisfies Record<string, ViewTraits>;

export type ViewerView = keyof typeof VIEWS;

/** The view of an address that names none. */
export const DEFAULT_VIEW: ViewerView = 'reader';

export const VIEWER_VIEWS = Object.keys(VIEWS) as readonly ViewerView[];
