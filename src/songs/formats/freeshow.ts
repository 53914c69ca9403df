import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { getField, getList, getText, isRecord, toTextValue, toValues } from '../../import-files/json-values.ts';
import { LooseJsonError, parseLooseJson } from '../../import-files/loose-json.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import type { RawChord } from '../collector/song-verse.ts';
import { parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';
import { addAuthors } from './copyright-lines.ts';

/** Names that each show has. */
const NAMES: readonly RegExp[] = [/"slides"\s*:/, /"layouts"\s*:/];
/** The beginning of a project, which has several shows. */
export const PROJECT = /^\s*\{\s*"project"\s*:/;
/** Groups that every FreeShow has, with a label for those whose own name is in a language that is not known. */
const GROUPS: Readonly<Record<string, string>> = {
  verse: 'Verse',
  chorus: 'Chorus',
  pre_chorus: 'Pre-Chorus',
  bridge: 'Bridge',
  intro: 'Intro',
  outro: 'Outro',
  tag: 'Tag',
  break: 'Interlude',
};
/** A value that FreeShow fills in when it shows a slide: "{meta_title}". */
const DYNAMIC = /^\s*(?:\{[a-z]{1,20}_\w{1,60}\}\s*)+$/;
/** The language of a text box that does not say it. */
const UNSTATED = '';
/** Media in a layout, next to a slide. */
const LAYOUT_MEDIA = ['audio', 'overlays', 'effects', 'mics'] as const;

type Show = Readonly<Record<string, unknown>>;

interface Line {
  readonly text: string;
  readonly chords: readonly RawChord[];
}

/** The text boxes of a slide that have words, by their language. */
interface SlideTexts {
  readonly main: readonly Line[];
  readonly language: string;
  readonly translations: readonly (readonly [language: string, lines: readonly Line[]])[];
}

/** A part of the song: a slide with its children. */
interface Part {
  readonly label: string | null;
  readonly slides: readonly SlideTexts[];
}

/** Returns the show of a file, which is also written with its id before it, or null. */
export function findShow(value: unknown): Show | null {
  const show = Array.isArray(value) ? value[1] : value;
  return isRecord(show) && isRecord(getField(show, 'slides')) ? show : null;
}

/** Whether a show has verses of the Bible. Its name is the passage. */
export const isScripture = (show: Show): boolean => getText(getField(show, 'reference'), 'type') === 'scripture';

/** Returns whether a show has words, unlike one of pictures. */
export const hasWords = (show: Show): boolean =>
  toValues(getField(show, 'slides')).some((slide) =>
    getList(slide, 'items').some((item) => toLines(item).lines.some(({ text }) => text.trim() !== '')),
  );

/** Returns why a show is not a song, or null. */
function findOtherShow(show: Show): ImportNotice | null {
  if (isScripture(show)) return toNotice('song_is_scripture_show', { title: getText(show, 'name') });
  return hasWords(show) ? null : toNotice('song_is_show_without_words');
}

/** A show of FreeShow with the words of a song. */
export const freeShowFormat: SongFormat = {
  name: 'FreeShow',
  recognizes: ({ text }) => /^\s*[[{]/.test(text) && NAMES.every((name) => name.test(text)),
  read(source, collector) {
    try {
      const root = parseLooseJson(source.text);
      if (PROJECT.test(source.text)) {
        throw source.damaged(null, toNotice('song_is_book', { count: toValues(getField(root, 'shows')).length }));
      }
      const show = findShow(root);
      if (!show) throw source.damaged(null, toNotice('song_is_data', { format: 'JSON' }));
      const other = findOtherShow(show);
      if (other) throw source.damaged(null, other);
      readShow(show, collector);
    } catch (error) {
      if (error instanceof LooseJsonError) throw source.damaged(error.line, error.notice);
      throw error;
    }
  },
};

/** Reads a show: its slides in the order of the chosen or the active layout, then those that are in no order. */
export function readShow(show: Show, collector: SongCollector, chosenLayout = ''): void {
  readMeta(show, collector);
  const slides = new Map(Object.entries(getField(show, 'slides') as Show));
  const layouts = getField(show, 'layouts');
  const active = chosenLayout || getText(getField(show, 'settings'), 'activeLayout');
  const layout = getField(layouts, active) ?? toValues(layouts)[0];
  collector.omit('arrangements', Math.max(0, toValues(layouts).length - 1));
  if (getText(layout, 'notes') !== '') collector.omit('comments');
  const entries = getList(layout, 'slides');
  for (const entry of entries) countMedia(entry, collector);
  const shown = entries.filter((entry) => getField(entry, 'disabled') !== true).map((entry) => getText(entry, 'id'));
  const children = new Set([...slides.values()].flatMap((slide) => getList(slide, 'children').map(toTextValue)));
  const ids = [...new Set([...shown, ...[...slides.keys()].filter((id) => !children.has(id))])];
  const texts = new Map<string, SlideTexts>();
  for (const [id, slide] of slides) {
    const found = toSlideTexts(slide, collector);
    if (found) texts.set(id, found);
  }
  const hasLanguages = areLanguages([...texts.values()]);
  const places = new Map<string, number>();
  for (const id of ids) {
    const place = collector.verseCount;
    sendPart(toPart(id, slides, texts), hasLanguages, collector);
    if (collector.verseCount > place) places.set(id, place);
  }
  collector.setOrder(shown.flatMap((id) => places.get(id) ?? []));
}

function readMeta(show: Show, collector: SongCollector): void {
  const { title, number, author, composer, artist, publisher, copyright, CCLI, year, key, ...others } =
    Object.fromEntries(
      Object.entries((getField(show, 'meta') ?? {}) as Show).map(([name, value]) => [name, toTextValue(value)]),
    ) as Record<string, string>;
  collector.setTitle(title ?? '');
  collector.setTitle(getText(show, 'name'));
  for (const name of [author, composer]) addAuthors(name ?? '', collector);
  if (!author && !composer) addAuthors(artist ?? '', collector);
  const notices = [copyright, publisher].filter((notice) => notice !== undefined && notice !== '') as string[];
  for (const notice of new Set(notices)) collector.addCopyright(notice);
  if (year && !notices.some((notice) => notice.includes(year))) collector.addCopyright(year);
  collector.setCcli(CCLI ?? '');
  collector.setSongbook(number ?? '');
  if (key) collector.omit('key');
  collector.omit('comments', Object.values(others).filter((value) => value !== '').length);
}

function countMedia(entry: unknown, collector: SongCollector): void {
  if (getField(entry, 'background')) collector.omit('background_images');
  for (const name of LAYOUT_MEDIA) collector.omit('media', getList(entry, name).length);
}

function toPart(id: string, slides: ReadonlyMap<string, unknown>, texts: ReadonlyMap<string, SlideTexts>): Part {
  const slide = slides.get(id);
  // A child has no children of its own, and a slide is not among its children.
  const own = new Set([id, ...getList(slide, 'children').map(toTextValue)]);
  return { label: findLabel(slide), slides: [...own].flatMap((each) => texts.get(each) ?? []) };
}

/** Returns the label of a slide: its group if that is known; else the group that it was made from. */
function findLabel(slide: unknown): string | null {
  // A dot hides the name of a group.
  const group = getText(slide, 'group').replace(/^\.$/, '');
  const globalGroup = getText(slide, 'globalGroup');
  const known = Object.hasOwn(GROUPS, globalGroup) ? GROUPS[globalGroup]! : null;
  return group !== '' && (known === null || parseVerseLabel(group)) ? group : known;
}

function toSlideTexts(slide: unknown, collector: SongCollector): SlideTexts | null {
  if (getText(slide, 'notes') !== '') collector.omit('comments');
  const boxes: { language: string; lines: Line[] }[] = [];
  /** Chords of boxes without words. */
  let chords = 0;
  for (const item of getList(slide, 'items')) {
    const { lines, dynamic } = toLines(item);
    collector.omit('formatting', dynamic);
    if (lines.some(({ text }) => text.trim() !== '')) boxes.push({ language: getText(item, 'language'), lines });
    else if (lines.length > 0) chords += lines.reduce((sum, line) => sum + line.chords.length, 0);
    else if (!['', 'text'].includes(getText(item, 'type'))) collector.omit('media');
  }
  // FreeShow puts a translation before the text that it has translated.
  const main = boxes.find(({ language }) => language === UNSTATED) ?? boxes[0];
  collector.omit('chords', chords);
  if (!main) {
    collector.omit(chords > 0 ? 'instrumental_parts' : 'empty_slides');
    return null;
  }
  const others = boxes.filter((box) => box !== main);
  return {
    main: main.lines,
    language: main.language,
    translations: others.map(({ language, lines }) => [language, lines]),
  };
}

/** Returns the lines of an item (a text, a list or a table), and the number of lines that FreeShow fills in. */
function toLines(item: unknown): { lines: Line[]; dynamic: number } {
  const rows = getList(getField(item, 'table'), 'rows').map((row) =>
    getList(row, 'cells')
      .map((cell) => getText(cell, 'text'))
      .join(' '),
  );
  const points = getList(getField(item, 'list'), 'items').map((point) => getText(point, 'text'));
  const lines = getList(item, 'lines').flatMap((line) => toPlainLines(line));
  const all = [...lines, ...[...points, ...rows].map((text) => ({ text, chords: [] }))];
  const own = all.filter(({ text }) => !DYNAMIC.test(text));
  return {
    lines: own.filter((line) => line.text.trim() !== '' || line.chords.length > 0),
    dynamic: all.length - own.length,
  };
}

/** Returns a line, whose text can have line breaks. */
function toPlainLines(line: unknown): Line[] {
  const text = getList(line, 'text')
    .map((part) => getField(part, 'value'))
    .map((value) => (typeof value === 'string' ? value : ''))
    .join('');
  const chords = getList(line, 'chords').map((chord) => ({
    at: Math.max(0, Number(getField(chord, 'pos')) || 0),
    chord: getText(chord, 'key'),
  }));
  const lines: Line[] = [];
  let start = 0;
  for (const [part, end] of divide(text)) {
    const own = chords.filter(({ at }) => at >= start && (at < end || end >= text.length));
    lines.push({ text: part, chords: own.map(({ at, chord }) => ({ at: at - start, chord })) });
    start = end;
  }
  return lines;
}

/** Returns the lines of a text, each with the place behind its line break. */
function* divide(text: string): Generator<readonly [line: string, end: number]> {
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/\r?\n|<br\s?\/?>/gi)) {
    yield [text.slice(start, index), index + mark.length];
    start = index + mark.length;
  }
  yield [text.slice(start), text.length];
}

/**
 * Returns whether further text boxes without a language are the words in other languages: each slide has as many, and
 * they differ, unlike a caption.
 */
function areLanguages(slides: readonly SlideTexts[]): boolean {
  const unstated = slides.map(({ translations }) => translations.filter(([language]) => language === UNSTATED));
  const count = unstated[0]?.length ?? 0;
  const texts = new Set(unstated.map(([box]) => box?.[1].map(({ text }) => text).join('\n')));
  return count > 0 && texts.size > 1 && unstated.every((boxes) => boxes.length === count);
}

function sendPart({ label, slides }: Part, hasLanguages: boolean, collector: SongCollector): void {
  if (slides.length === 0) return;
  collector.beginVerse(label, null);
  for (const { main, language, translations } of slides) {
    if (language !== UNSTATED) collector.setLanguage(language);
    collector.breakSlide();
    for (const { text, chords } of main) collector.addLine(text, null, chords);
    const unstated = translations.filter(([stated]) => stated === UNSTATED);
    for (const [at, [, lines]] of unstated.entries()) {
      for (const line of lines) {
        if (hasLanguages) sendTranslation(`box ${at + 2}`, line, collector);
        else collector.addLine(line.text, null, line.chords);
      }
    }
    for (const [stated, lines] of translations) {
      if (stated !== UNSTATED) for (const line of lines) sendTranslation(stated, line, collector);
    }
  }
  collector.endVerse();
}

function sendTranslation(language: string, { text, chords }: Line, collector: SongCollector): void {
  collector.omit('chords', chords.length);
  collector.addTranslation(language, text, null);
}
