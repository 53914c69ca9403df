/** The content of reader pages besides the stream, shared by server and browser. [D72], [D73] */

import type { PassageRange } from './passage-format.ts';
import type { ViewerEdition, ViewerItem, ViewerSlide } from './viewer.ts';

/** Something that was on air earlier. */
export interface EarlierEntry {
  id: string;
  at: string;
  kind: 'passage' | 'song' | 'deck';
  /** Null for a song or deck, like `title` for a passage. */
  reference: string | null;
  title: string | null;
  /** The verses in the numbers of the first translation. Empty for a song or deck. */
  passages: PassageRange[];
  /** The verses as they were shown. */
  items: ViewerItem[];
  /** The slides that were shown of a deck that is shared. */
  slides: ViewerSlide[];
}

export interface EarlierPage {
  /** Newest first. */
  data: EarlierEntry[];
  /** The `before` of the next page, or null. */
  next: string | null;
  /** The editions of the verses, by the key that each has. */
  editions: Record<string, ViewerEdition>;
}

/** The order of service: the titles of the attached plan. */
export interface PhoneOrder {
  /** Null without an order. */
  name: string | null;
  data: { id: string; kind: 'passage' | 'deck' | 'heading'; title: string; on_air: boolean }[];
}

/** An edition that the owner offers to phones. [D72] */
export interface PhoneText {
  slug: string;
  /** Opaque: changes with the text, the rights, the attribution and the names. */
  revision: string;
  name: string;
  language_tag: string | null;
  direction: 'ltr' | 'rtl';
  attribution: string;
}

/** A chapter of such an edition, in the numbering of what the screen shows. */
export interface PhoneChapter extends Omit<PhoneText, 'name'> {
  numbering: string;
  book_id: number;
  book: string;
  chapter: number;
  /** The verses of the numbering that the edition has, with its own numbers and texts. */
  lines: { verse: number; texts: { chapter: number; verse: number; text: string }[] }[];
}
