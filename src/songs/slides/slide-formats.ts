/** Names of the formats whose items are images. */
export const SLIDE_FORMATS: readonly string[] = ['PDF', 'pictures'];
