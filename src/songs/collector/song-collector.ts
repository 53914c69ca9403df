import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import {
  CHORD_MAX_CHARACTERS,
  DECK_FOOTER_MAX_CHARACTERS,
  DECK_MAX_SLIDES,
  DECK_ORDER_MAX_SLIDES,
  NAME_MAX_CHARACTERS,
  SLIDE_CHORDS_MAX,
  SLIDE_TEXT_MAX_CHARACTERS,
  SLIDE_TRANSLATIONS_MAX,
} from '../../contract/limits.ts';
import type { DeckFooter, Slide } from '../../contract/schemas/presentation.ts';
import type { SongOmission } from '../../contract/schemas/song-import.ts';
import { CHORD_PATTERN } from '../../contract/text-patterns.ts';
import { parseName } from '../../domain/name.ts';
import { toPlainLine } from '../../import-files/import-source.ts';
import { toLanguageTag } from '../../import-files/language-tag.ts';
import type { ImportedSong, SongFileReport } from '../song.ts';
import { TEXT_MAX_LINES, TOO_MANY_LINES } from '../sources/song-limits.ts';
import type { SongSource } from '../sources/song-source.ts';
import { cleanLine, withoutDirections } from './clean-line.ts';
import { findNamed, type NamedVerse, type NamedVerses, nameVerses } from './name-verses.ts';
import { parseSongbook } from './parse-songbook.ts';
import { toQuotation } from './quote.ts';
import type { RawChord, SongVerse } from './song-verse.ts';
import { parseVerseLabel, type VerseLabel } from './verse-label.ts';
import { WordCheck } from './word-check.ts';

/** Warnings that a report lists. */
const LISTED_MAX = 50;
/** Missing words that a warning lists. */
const MISSING_MAX = 20;
/** Longest label of a verse, in UTF-16 code units. */
const LABEL_MAX_CHARACTERS = 100;
const CHORD = new RegExp(CHORD_PATTERN, 'u');
/** A CCLI song number, which words can surround: "CCLI 22025". */
const CCLI_NUMBER = /^\D*(\d{1,12})\D*$/;

/** Place of a line in a verse: a slide, if the verse has as many slides; else the slide of a line. */
interface SlidePlace {
  readonly slide?: number;
  readonly slides?: number;
  readonly line?: number;
}

/** Collects what a format reads, within the limits of a deck, and makes a song and its report from it. */
export class SongCollector {
  readonly #source: SongSource;
  readonly #verses: SongVerse[] = [];
  readonly #omitted = new Map<SongOmission, number>();
  /** By message, so that each is listed once. */
  readonly #warnings = new Map<string, ImportNotice>();
  readonly #authors = new Set<string>();
  readonly #copyright = new Set<string>();
  readonly #words = new WordCheck();
  #title: string | null = null;
  #ccli: string | null = null;
  #songbook: string | null = null;
  #language: string | null = null;
  readonly #otherLanguages = new Set<string>();
  #order: readonly (string | number)[] | null = null;
  /** Labels of parts without words, in lower case. */
  readonly #wordless = new Set<string>();
  #slides = 0;
  #lines = 0;
  #controls = 0;
  #overrides = 0;
  /** A label without words so far. */
  #pending: { label: string; parsed: VerseLabel | null; line: number | null; alone: boolean } | null = null;
  /** The verse to which lines are added. */
  #open: SongVerse | null = null;
  /** Whether the next line begins a slide. */
  #breaks = true;
  #characters = 0;

  constructor(source: SongSource) {
    this.#source = source;
  }

  /** Counts something that is left out. */
  omit(kind: SongOmission, count = 1): void {
    if (count > 0) this.#omitted.set(kind, (this.#omitted.get(kind) ?? 0) + count);
  }

  /**
   * Notes words of the file, before the format decides what they are. The report names those that the song does not
   * have and `markUnsung` does not explain.
   */
  expectWords(text: string): void {
    this.#words.expect(text);
  }

  /** Explains words that are expected, but not sung: a label, chords, or a field that the footer has. */
  markUnsung(text: string): void {
    this.#words.find(text);
  }

  warn(warning: ImportNotice): void {
    const message = toPlainLine(warning.message);
    if (this.#warnings.size < LISTED_MAX) this.#warnings.set(message, { ...warning, message });
  }

  /** Sets the title. A further one is left out. */
  setTitle(text: string): void {
    const title = this.#toPlainText(text);
    if (title === '') return;
    if (this.#title !== null && this.#title !== title) this.omit('other_titles');
    this.#title ??= title;
  }

  get hasTitle(): boolean {
    return this.#title !== null;
  }

  addAuthor(text: string): void {
    const author = this.#toPlainText(text);
    if (author !== '') this.#authors.add(author);
  }

  addCopyright(text: string): void {
    const notice = this.#toPlainText(text);
    if (notice !== '') this.#copyright.add(notice);
  }

  setCcli(text: string): void {
    const stated = this.#toPlainText(text);
    if (stated === '') return;
    const number = CCLI_NUMBER.exec(stated)?.[1];
    if (number !== undefined) this.#ccli ??= number;
    else this.warn(toNotice('song_ccli_invalid', { text: toQuotation(stated) }));
  }

  setSongbook(text: string): void {
    this.#songbook ??= this.#toPlainText(text) || null;
  }

  /** Sets the language of the texts. */
  setLanguage(tag: string | null): void {
    this.#language = tag === null ? null : toLanguageTag(tag);
  }

  /**
   * Sets the verses in the order in which they are sung: by their labels, or by their numbers from 0. Without one, it
   * is that of the file.
   */
  setOrder(order: readonly (string | number)[]): void {
    if (order.length > 0) this.#order = order;
  }

  /** The number of verses that have ended or have words. */
  get verseCount(): number {
    return this.#verses.length;
  }

  /** Begins a verse. A label that gets no words repeats the earlier verse that has it. */
  beginVerse(label: string | null, line: number | null, codes = false): void {
    this.endVerse();
    const text =
      label === null ? '' : takeUnits([...this.#toPlainText(label).replace(/\s*:$/, '')], LABEL_MAX_CHARACTERS);
    if (text !== '') this.#pending = { label: text, parsed: parseVerseLabel(text, { codes }), line, alone: false };
  }

  /** Adds a label of a part without words, which an order may name. */
  addWordless(label: string): void {
    this.#wordless.add(this.#toPlainText(label.slice(0, LABEL_MAX_CHARACTERS)).toLowerCase());
  }

  /** Ends a paragraph that has only a label so far: it names the next paragraph, or repeats a verse. */
  endLabel(): void {
    if (this.#pending) this.#pending.alone = true;
  }

  /** Ends a paragraph, in formats where it ends a verse: the next line begins another, unless a label waits for it. */
  endParagraph(): void {
    if (this.#pending) this.endLabel();
    else this.endVerse();
  }

  /** Ends the verse: the next line begins another. */
  endVerse(): void {
    if (this.#pending) this.#addVerse(this.#pending, this.#pending.line);
    this.#pending = null;
    this.#open = null;
    this.#breaks = true;
  }

  /** Ends the verse. Returns the number of verses so far, which is the number of the next one. */
  endVerses(): number {
    this.endVerse();
    return this.#verses.length;
  }

  /** Repeats the earlier verse that has the label. */
  repeat(label: string, line: number | null): void {
    this.beginVerse(label, line);
    this.endVerse();
  }

  /** The next line begins a slide of the same verse. */
  breakSlide(): void {
    this.#breaks = true;
  }

  /** Adds a line of words, with its chords. Throws DamagedSongError if the song exceeds the limits of a deck. */
  addLine(raw: string, line: number | null, chords: readonly RawChord[] = []): void {
    // In some formats one line of the file has several of the song.
    if (++this.#lines > TEXT_MAX_LINES) throw this.#source.damaged(line, TOO_MANY_LINES);
    this.expectWords(raw);
    const { text, controls, overrides } = cleanLine(raw);
    this.#controls += controls;
    this.#overrides += overrides;
    if (text === '') {
      this.omit('chords', chords.length);
      return;
    }
    this.#open ??= this.#openVerse(line);
    if (this.#breaks) {
      if (++this.#slides > DECK_MAX_SLIDES) {
        throw this.#source.damaged(line, toNotice('song_too_many_slides', { max: DECK_MAX_SLIDES }));
      }
      this.#open.slides.push([]);
      this.#open.translations.push(new Map());
      this.#open.chords.push([]);
      this.#breaks = false;
      this.#characters = -1;
    }
    this.#characters += 1 + text.length;
    if (this.#characters > SLIDE_TEXT_MAX_CHARACTERS) {
      throw this.#source.damaged(line, toNotice('song_slide_too_long', { max: SLIDE_TEXT_MAX_CHARACTERS }));
    }
    const lines = this.#open.slides.at(-1)!;
    lines.push(text);
    const kept = this.#open.chords.at(-1)!;
    for (const { at, chord } of chords) {
      const name = chord.trim();
      if (name.length > CHORD_MAX_CHARACTERS || !CHORD.test(name) || kept.length >= SLIDE_CHORDS_MAX) {
        this.omit('chords');
      } else kept.push({ line: lines.length - 1, at: toCleanPlace(raw, at, text), chord: name });
    }
  }

  /**
   * Adds a line in another language to the slide of the latest line of the verse, or to that of one of its first lines.
   * A language that is no tag is unknown. A fourth one is left out. [D77]
   */
  addTranslation(language: string, raw: string, line: number | null, place?: SlidePlace): void {
    const { text } = cleanLine(raw);
    const slide = this.#findSlide(place);
    const isNew = !this.#otherLanguages.has(language);
    if (text === '' || !slide || (isNew && this.#otherLanguages.size >= SLIDE_TRANSLATIONS_MAX)) {
      if (text !== '') this.omit('translations');
      return;
    }
    this.#otherLanguages.add(language);
    const lines = slide.get(language) ?? [];
    lines.push(text);
    if (lines.join('\n').length > SLIDE_TEXT_MAX_CHARACTERS) {
      throw this.#source.damaged(line, toNotice('song_slide_too_long', { max: SLIDE_TEXT_MAX_CHARACTERS }));
    }
    slide.set(language, lines);
  }

  #findSlide(place: SlidePlace = {}): Map<string, string[]> | undefined {
    const { slides = [], translations = [] } = this.#open ?? {};
    if (place.slide !== undefined && place.slides === slides.length) return translations[place.slide];
    if (place.line === undefined) return translations.at(-1);
    let lines = 0;
    const index = slides.findIndex((slide) => {
      lines += slide.length;
      return lines > place.line!;
    });
    return translations.at(index);
  }

  /** Returns whether an earlier verse with words has this label. */
  #isKnown(label: string): boolean {
    const parsed = parseVerseLabel(label);
    return (
      parsed !== null && this.#verses.some((verse) => verse.slides.length > 0 && isSameLabel(verse.parsed, parsed))
    );
  }

  /** Returns the song and its report. Throws DamagedSongError if it has no words, or exceeds the limits of a deck. */
  finish(format: string): { song: ImportedSong; report: SongFileReport } {
    this.endVerse();
    const named = nameVerses(this.#verses, this);
    if (named.verses.length === 0) throw this.#source.damaged(null, toNotice('song_without_words'));
    const title = this.#finishTitle(named.verses);
    this.#checkWords([title, ...named.verses.flatMap((verse) => verse.slides.flat())]);
    const slides = named.verses.flatMap(toSlides);
    for (const { label, slides: own } of this.#verses) if (label !== null && own.length === 0) this.addWordless(label);
    const sung = this.#order ? this.#resolveOrder(this.#order, named) : named.sung.flat();
    if (this.#controls > 0) this.warn(toNotice('song_controls', { count: this.#controls }));
    if (this.#overrides > 0) this.warn(toNotice('song_overrides'));
    if (this.#source.isAssumedWindows1252) {
      this.warn(toNotice('song_windows_1252'));
    }
    return {
      song: {
        title,
        slides,
        order: this.#toSlideOrder(sung, slides),
        footer: this.#finishFooter(),
        language_tag: this.#language,
        songbook: this.#songbook === null ? null : parseSongbook(this.#songbook),
      },
      report: {
        format,
        title,
        slides: slides.length,
        verses: named.verses.map(({ id, label, slides: own }) => ({ id, label, slides: own.length })),
        order: sung.map(({ id }) => id),
        omitted: [...this.#omitted].map(([kind, count]) => ({ kind, count })),
        warnings: [...this.#warnings.values()],
      },
    };
  }

  /** Warns of expected words that the texts of the song lack. */
  #checkWords(texts: readonly string[]): void {
    for (const text of texts) this.#words.find(text);
    const missing = this.#words.missing();
    if (missing.length === 0) return;
    const words = missing.slice(0, MISSING_MAX).map(toQuotation).join(', ');
    this.warn(
      missing.length > MISSING_MAX
        ? toNotice('song_words_missing_more', { words, more: missing.length - MISSING_MAX })
        : toNotice('song_words_missing', { words }),
    );
  }

  #openVerse(line: number | null): SongVerse {
    const verse = this.#addVerse(this.#pending, this.#pending?.line ?? line);
    this.#pending = null;
    return verse;
  }

  #addVerse(
    named: { label: string; parsed: VerseLabel | null; alone: boolean } | null,
    line: number | null,
  ): SongVerse {
    // A label without words is bounded like a slide, because it may repeat one.
    if (this.#verses.length >= DECK_ORDER_MAX_SLIDES) {
      throw this.#source.damaged(line, toNotice('song_too_many_verses', { max: DECK_ORDER_MAX_SLIDES }));
    }
    const { label = null, parsed = null, alone = false } = named ?? {};
    const mayRepeat = alone && label !== null && this.#isKnown(label);
    const verse = { label, parsed, line, slides: [], translations: [], chords: [], mayRepeat };
    this.#verses.push(verse);
    return verse;
  }

  #finishTitle(verses: readonly NamedVerse[]): string {
    const first = verses[0]!.slides[0]![0]!;
    const found = this.#title ?? (this.#toPlainText(this.#source.baseName) || this.#toPlainText(first));
    const whole = parseName(found);
    if (whole !== null) return whole;
    const characters = [...found];
    const short = parseName(`${takeUnits(characters, NAME_MAX_CHARACTERS - 1).trimEnd()}…`);
    if (short === null || found === '') return 'Song';
    this.warn(toNotice('song_title_shortened', { max: NAME_MAX_CHARACTERS }));
    return short;
  }

  #finishFooter(): DeckFooter | null {
    const footer: DeckFooter = {
      authors: this.#toFooterText('authors', [...this.#authors].join(', ')),
      copyright: this.#toFooterText('copyright', [...this.#copyright].join(' / ')),
      ccli: this.#ccli,
      source: this.#toFooterText('source', this.#songbook ?? ''),
    };
    return Object.values(footer).some((value) => value !== null) ? footer : null;
  }

  #toFooterText(field: 'authors' | 'copyright' | 'source', text: string): string | null {
    if (text === '') return null;
    if (text.length <= DECK_FOOTER_MAX_CHARACTERS) return text;
    this.warn(toNotice(`song_${field}_shortened`, { max: DECK_FOOTER_MAX_CHARACTERS }));
    return `${takeUnits([...text], DECK_FOOTER_MAX_CHARACTERS - 1)}…`;
  }

  /** Returns the verses of an explicit order. Warns of labels that name no verse, and of verses that it leaves out. */
  #resolveOrder(order: readonly (string | number)[], { verses, sung: inFile }: NamedVerses): NamedVerse[] {
    if (order.length > DECK_ORDER_MAX_SLIDES) throw this.#orderTooLong();
    const sung: NamedVerse[] = [];
    for (const label of order) {
      if (typeof label === 'number') {
        sung.push(...(inFile[label] ?? []));
        continue;
      }
      const found = findNamed(label, verses);
      if (found.length === 0 && !this.#wordless.has(label.toLowerCase())) {
        this.warn(toNotice('song_order_unknown', { label: toQuotation(label) }));
      }
      const times = parseVerseLabel(label, { codes: true })?.times ?? 1;
      for (let time = 0; time < times; time++) sung.push(...found);
    }
    const unsung = verses.filter((verse) => !sung.includes(verse)).map(({ id }) => id);
    if (sung.length === 0) return [...verses];
    if (unsung.length > 0) this.warn(toNotice('song_not_in_order', { verses: unsung.join(', ') }));
    return sung;
  }

  #toSlideOrder(sung: readonly NamedVerse[], slides: readonly Slide[]): string[] | null {
    const order = sung.flatMap(slideIds);
    if (order.length > DECK_ORDER_MAX_SLIDES) throw this.#orderTooLong();
    const isPlain = order.length === slides.length && order.every((id, at) => id === slides[at]!.id);
    return isPlain ? null : order;
  }

  #orderTooLong() {
    return this.#source.damaged(null, toNotice('song_order_too_long', { max: DECK_ORDER_MAX_SLIDES }));
  }

  /** Returns one line without characters that a name or a footer must not have. */
  #toPlainText(raw: string): string {
    return withoutDirections(cleanLine(raw.replace(/\s+/g, ' ')).text);
  }
}

/** Returns whether a later label means the earlier verse: the same kind, and the same number or none. */
const isSameLabel = (known: VerseLabel | null, { kind, number, part }: VerseLabel): boolean =>
  known?.kind === kind && (number === null || (known.number === number && known.part === part));

/** Returns the most whole characters that fit into `max` UTF-16 code units. */
function takeUnits(characters: readonly string[], max: number): string {
  let taken = '';
  for (const character of characters) {
    if (taken.length + character.length > max) break;
    taken += character;
  }
  return taken;
}

/** Returns the place in a clean line of a place in the line of the file. */
function toCleanPlace(raw: string, at: number, text: string): number {
  const before = raw.slice(0, at);
  const length = cleanLine(before).text.length;
  return Math.min(text.length, length > 0 && /\s$/.test(before) ? length + 1 : length);
}

const slideIds = ({ id, slides }: NamedVerse): string[] =>
  slides.map((_, index) => (index === 0 ? id : `${id}-${index + 1}`));

const toSlides = (verse: NamedVerse): Slide[] =>
  slideIds(verse).map((id, index) => ({
    id,
    layout: 'text',
    title: null,
    text: verse.slides[index]!.join('\n'),
    reference: null,
    image: null,
    ...toTranslations(verse.translations[index]),
    ...(verse.chords[index]?.length && { chords: verse.chords[index] }),
  }));

const toTranslations = (lines: NamedVerse['translations'][number] | undefined) =>
  lines && lines.size > 0
    ? {
        translations: [...lines].map(([language, text]) => ({
          language_tag: toLanguageTag(language) ?? 'und',
          text: text.join('\n'),
        })),
      }
    : {};
