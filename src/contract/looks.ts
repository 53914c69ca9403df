import type { Look, Looks } from './schemas/design.ts';

/** Kinds of content that can look different. `announcement` is for decks of kind `slides`. [D76] */
export const LOOK_KINDS = ['verse', 'song', 'announcement'] as const;
export type LookKind = (typeof LOOK_KINDS)[number];

/** A look in which everything is as in the design. */
const PLAIN: Look = { font: null, size: null, bold: null, align: null, background_image: null };

export const DEFAULT_LOOKS: Looks = { verse: PLAIN, song: PLAIN, announcement: PLAIN };
