import { toNotice } from '../../../contract/import-notices.ts';
import { isVisible } from '../../../domain/name.ts';
import { toQuotation } from '../../collector/quote.ts';
import type { SongCollector } from '../../collector/song-collector.ts';
import type { RawChord } from '../../collector/song-verse.ts';
import { findTextRoles, type TextBox } from './find-text-roles.ts';

/** The text of a box, with its chords. */
interface ChordedText extends TextBox {
  readonly chords: readonly RawChord[];
}

/** Longest name of a text box by which it is recognized. */
const BOX_NAME_MAX_CHARACTERS = 100;

/** The texts of a slide. A text that several boxes show is one. */
export class SlideTexts {
  readonly #texts = new Map<string, ChordedText>();
  readonly #boxes = new Map<string, number>();

  /** Adds the text of a box. Returns whether it is visible and new. Boxes of one name are counted, also empty ones. */
  add(boxName: string, text: string, chords: readonly RawChord[]): boolean {
    const name = boxName.slice(0, BOX_NAME_MAX_CHARACTERS);
    const count = this.#boxes.get(name) ?? 0;
    this.#boxes.set(name, count + 1);
    if (!isVisible(text) || this.#texts.has(text)) return false;
    this.#texts.set(text, { box: `${name}\n${count}`, name, text, chords });
    return true;
  }

  get all(): readonly ChordedText[] {
    return [...this.#texts.values()];
  }
}

/** Sends the texts of a slide to the collector, from the line of the file that has the slide. */
export type SendTexts = (texts: readonly ChordedText[], line: number | null) => void;

/**
 * Decides what the texts of a presentation are, and returns what sends them, slide by slide. A translation stands below
 * the words, and a caption is left out.
 */
export function createTextSender(collector: SongCollector, slides: readonly (readonly ChordedText[])[]): SendTexts {
  const roles = findTextRoles(slides);
  for (const role of roles.values()) {
    if (role.role === 'words' && role.language !== null) collector.setLanguage(role.language);
    if (role.role === 'translation' && role.isGuess) collector.warn(toNotice('song_second_text'));
    if (role.role === 'caption') collector.warn(toNotice('song_caption', { text: toQuotation(role.text) }));
  }
  return (texts, line) => {
    const { words = [], translation = [], caption = [] } = Object.groupBy(texts, ({ box }) => roles.get(box)!.role);
    collector.omit('captions', caption.length);
    // A slide that has only the translation shows it.
    const [shown, others] = words.length > 0 ? [words, translation] : [translation, []];
    for (const { text, chords } of shown) sendWords(collector, text, chords, line);
    for (const { box, text, chords } of others) {
      const role = roles.get(box)!;
      const language = ('language' in role && role.language) || box;
      for (const each of text.split('\n')) collector.addTranslation(language, each, line);
      collector.omit('chords', chords.length);
    }
    for (const { text } of [...others, ...caption]) collector.markUnsung(text);
  };
}

function sendWords(collector: SongCollector, text: string, chords: readonly RawChord[], line: number | null): void {
  let start = 0;
  for (const each of text.split('\n')) {
    const end = start + each.length;
    const own = chords.filter(({ at }) => at >= start && at <= end);
    collector.addLine(
      each,
      line,
      own.map(({ at, chord }) => ({ at: at - start, chord })),
    );
    start = end + 1;
  }
}
