/** Color schemes of the audience page. */
export const VIEWER_PRESETS = ['default', 'midnight', 'paper', 'ocean'] as const;
export type ViewerPreset = (typeof VIEWER_PRESETS)[number];

/** Animations between pages. */
export const VIEWER_TRANSITIONS = [
  'none',
  'fade',
  'slide',
  'slide_up',
  'slide_down',
  'zoom_in',
  'zoom_out',
  'wipe',
] as const;
export type ViewerTransition = (typeof VIEWER_TRANSITIONS)[number];
