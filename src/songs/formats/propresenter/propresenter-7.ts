import { toNotice } from '../../../contract/import-notices.ts';
import { SLIDE_CHORDS_MAX } from '../../../contract/limits.ts';
import { isVisible } from '../../../domain/name.ts';
import { findUtf16 } from '../../../import-files/decode-text.ts';
import type { SongCollector } from '../../collector/song-collector.ts';
import type { SongFormat } from '../../song-format.ts';
import type { SongSource } from '../../sources/song-source.ts';
import { type Cue, PRESENTATION, type Presentation, type SlideElement } from './presentation-shape.ts';
import { DamagedMessageError, readMessage } from './read-message.ts';
import { DamagedRtfError, readRtf } from './rtf.ts';
import { sendLicense } from './send-license.ts';
import { createTextSender, type SendTexts, SlideTexts } from './send-texts.ts';

/** The layer of media that are the background of a slide. A missing field is 0. */
const BACKGROUND_LAYER = 0;
/** Names that ProPresenter gives to a document before a person does. */
const UNTITLED = /^(?:untitled|ohne titel|sem título)$/i;
/** The first field in hexadecimal: what wrote the file, with its platform, or the id of the document. */
const BEGINNING = /^(?:0a[0-7].080[0-3]12|12260a24)/;

interface ReadSlide {
  readonly label: string;
  readonly texts: SlideTexts['all'];
}

const idOf = (id: { readonly text: string | undefined } | undefined): string => id?.text ?? '';

/** Reads a presentation of ProPresenter 7 and later. Its slides are cues, which groups such as "Verse 1" list. */
class PresentationReader {
  readonly #source: SongSource;
  readonly #collector: SongCollector;
  /** Whether no slide is enabled, so that all are read. */
  #allDisabled = false;

  constructor(source: SongSource, collector: SongCollector) {
    this.#source = source;
    this.#collector = collector;
  }

  read(presentation: Presentation): void {
    this.#sendDetails(presentation);
    this.#allDisabled = presentation.cues.every(({ isEnabled }) => !isEnabled);
    if (this.#allDisabled && presentation.cues.length > 0) this.#collector.warn(toNotice('song_slides_disabled'));
    const slides = new Map(presentation.cues.map((cue) => [idOf(cue.id), this.#readCue(cue)]));
    const send = createTextSender(
      this.#collector,
      [...slides.values()].flat().map(({ texts }) => texts),
    );
    const verses = new Map<string, readonly number[]>();
    const ungrouped = new Set(slides.keys());
    for (const { group, cues } of presentation.groups) {
      const ids = cues.map(idOf);
      for (const id of ids) ungrouped.delete(id);
      const own = ids.flatMap((id) => slides.get(id) ?? []);
      verses.set(idOf(group?.id), this.#sendGroup(group?.name?.trim() ?? '', own, send));
    }
    this.#sendGroup(
      '',
      [...ungrouped].flatMap((id) => slides.get(id)!),
      send,
    );
    const { arrangements, selectedArrangement } = presentation;
    const selected = arrangements.find(({ id }) => idOf(id) !== '' && idOf(id) === idOf(selectedArrangement));
    if (selected) this.#collector.setOrder(selected.groups.flatMap((id) => verses.get(idOf(id)) ?? []));
    this.#collector.omit('arrangements', arrangements.length - (selected ? 1 : 0));
  }

  #sendDetails({ name = '', ccli, notes, chordChart, key, music, timeline }: Presentation): void {
    const collector = this.#collector;
    const title = ccli?.title ?? '';
    // ProPresenter shows the name of the file. The name in it can be an old one.
    collector.setTitle(this.#source.baseName || (UNTITLED.test(name) ? '' : name));
    collector.setTitle(title);
    if (ccli) {
      const { author, artists, publisher, year, number } = ccli;
      sendLicense(collector, {
        authors: [author, artists],
        year: year ? `${year}` : undefined,
        publisher,
        number: `${number ?? 0}`,
      });
      if (ccli.album?.trim()) collector.omit('comments');
      if (ccli.artwork?.length) collector.omit('media');
    }
    if (notes?.trim()) collector.omit('comments');
    if (chordChart?.absolute || chordChart?.relative) collector.omit('notation');
    if (key || music?.original || music?.chosen) collector.omit('key');
    if (timeline?.audio) collector.omit('media');
  }

  /** Returns the slides of a cue, of which there is one at most in real files. */
  #readCue({ actions, isEnabled }: Cue): ReadSlide[] {
    const collector = this.#collector;
    const slides: ReadSlide[] = [];
    for (const { label, media, slide } of actions) {
      if (slide?.presentation && !isEnabled && !this.#allDisabled) collector.omit('disabled_slides');
      else if (slide?.presentation) {
        const { base, notes, chordChart } = slide.presentation;
        if (this.#readRtf(notes?.rtf).trim() !== '') collector.omit('comments');
        if (chordChart?.absolute || chordChart?.relative) collector.omit('notation');
        slides.push({ label: label?.text?.trim() ?? '', texts: this.#readTexts(base?.elements ?? []) });
      } else if (media) {
        const isBackground = !media.audio && (media.layer ?? 0) === BACKGROUND_LAYER;
        collector.omit(isBackground ? 'background_images' : 'media');
      } else collector.omit('actions');
    }
    return slides;
  }

  /** Returns the texts of a slide from its top. */
  #readTexts(elements: readonly SlideElement[]): SlideTexts['all'] {
    const collector = this.#collector;
    const texts = new SlideTexts();
    const heightOf = ({ shape }: SlideElement) => shape?.bounds?.origin?.y ?? 0;
    for (const { shape, links } of elements.toSorted((a, b) => heightOf(a) - heightOf(b))) {
      if (shape?.fill?.media && shape.fill.isOn) collector.omit('media');
      const text = this.#readRtf(shape?.text?.rtf);
      const ranges = shape?.text?.attributes?.ranges ?? [];
      const chords = ranges.flatMap(({ range, chord }) => (chord ? [{ at: range?.start ?? 0, chord }] : []));
      collector.omit('translations', shape?.text?.alternatives.length ?? 0);
      const isElsewhere = shape?.isHidden || links.some((link) => Object.keys(link).length > 0);
      if (isElsewhere && isVisible(text)) collector.omit('captions');
      const kept = chords.slice(0, SLIDE_CHORDS_MAX);
      const isAdded = !isElsewhere && texts.add(shape?.name ?? '', text, kept);
      collector.omit('chords', chords.length - (isAdded ? kept.length : 0));
    }
    return texts.all;
  }

  #readRtf(bytes: Buffer | undefined): string {
    try {
      return bytes ? readRtf(bytes) : '';
    } catch (error) {
      if (error instanceof DamagedRtfError) throw this.#source.damaged(null, error.notice);
      throw error;
    }
  }

  /** Sends the slides of a group, or those without one, which have labels. Returns the numbers of its verses. */
  #sendGroup(name: string, slides: readonly ReadSlide[], send: SendTexts): number[] {
    const collector = this.#collector;
    const first = collector.endVerses();
    const shown = slides.filter(({ texts }) => texts.length > 0);
    collector.omit('empty_slides', slides.length - shown.length);
    if (name !== '' && shown.length > 0) collector.beginVerse(name, null);
    else if (name !== '') collector.omit('empty_verses');
    for (const { label, texts } of shown) {
      if (name === '' && label !== '') collector.beginVerse(label, null);
      collector.breakSlide();
      send(texts, null);
    }
    return Array.from({ length: collector.endVerses() - first }, (_, at) => first + at);
  }
}

/** Returns whether the beginning has bytes that no text has. The name `.pro` is also that of ChordPro. */
const hasControls = (bytes: Buffer): boolean => bytes.subarray(0, 4_096).some((byte) => byte < 9);

export const proPresenter7Format: SongFormat = {
  name: 'ProPresenter 7',
  recognizes: ({ bytes, fileName }) =>
    BEGINNING.test(bytes.toString('hex', 0, 8)) ||
    (/\.pro$/i.test(fileName) && !findUtf16(bytes) && hasControls(bytes)),
  read(source, collector) {
    try {
      new PresentationReader(source, collector).read(readMessage(source.bytes, PRESENTATION));
    } catch (error) {
      if (error instanceof DamagedMessageError) throw source.damaged(null, toNotice('song_presentation_damaged'));
      throw error;
    }
  },
};
