/** Traits of a view [D45] that code outside of its component and styles needs. */
export interface ViewTraits {
  /**
   * Surface of the view. `page`: one person reads and scrolls, so text appears before fonts load, and the sizes of a
   * design are limited. `screen`: fills a display that many people see from a distance. `picture`: a transparent
   * overlay on video.
   */
  surface: 'page' | 'screen' | 'picture';
  /** Whether the view has a bar with the logo and the viewer's controls. */
  bar: boolean;
  /** Whether the chunk `slides` draws slides. Otherwise the component of the view draws them. */
  slides: boolean;
  /** Whether a design controls fonts, sizes, alignment and order. Otherwise it controls only colors. */
  designedType: boolean;
  /** Kind of its outputs and pictures. `stage` receives hidden content, stage messages and notes too. [D60] */
  outputKind: OutputKind;
  /** Uses of the view. People choose between views in the order of these numbers. */
  uses: Readonly<Partial<Record<ViewUse, number>>>;
}

export type OutputKind = 'output' | 'stage';

/**
 * Places where people choose a view. `audience`: public links. `output`: outputs. `preview`: previews of designs and
 * settings. `picture`: pictures of what is on air, and of a slide that is edited.
 */
export type ViewUse = 'audience' | 'output' | 'preview' | 'picture';

/**
 * Views by their name in the URL. To add a view, add a row here and a component in web/viewer/views, which
 * web/viewer/parts.ts loads; the compiler reports all other places.
 */
export const VIEWS = {
  reader: {
    surface: 'page',
    bar: true,
    slides: true,
    designedType: true,
    outputKind: 'output',
    uses: { audience: 1, output: 4, preview: 3 },
  },
  screen: {
    surface: 'screen',
    bar: true,
    slides: true,
    designedType: true,
    outputKind: 'output',
    uses: { audience: 2, output: 1, preview: 1, picture: 1 },
  },
  'lower-third': {
    surface: 'picture',
    bar: false,
    slides: false,
    designedType: true,
    outputKind: 'output',
    uses: { audience: 3, output: 2, preview: 2, picture: 2 },
  },
  stage: {
    surface: 'screen',
    bar: false,
    slides: false,
    designedType: false,
    outputKind: 'stage',
    uses: { audience: 4, output: 3, preview: 4, picture: 3 },
  },
} satisfies Record<string, ViewTraits>;

export type ViewerView = keyof typeof VIEWS;

/** View of a URL that names none. */
export const DEFAULT_VIEW: ViewerView = 'reader';

export const VIEWER_VIEWS = Object.keys(VIEWS) as readonly ViewerView[];
