import { type ImportNotice, toNotice } from '../../../contract/import-notices.ts';
import type { SongOmission } from '../../../contract/schemas/song-import.ts';
import type { XmlAttributes, XmlContent, XmlHandler, XmlPosition } from '../../../import-files/xml.ts';
import type { SongCollector } from '../../collector/song-collector.ts';
import type { SongFormat } from '../../song-format.ts';
import type { SongSource } from '../../sources/song-source.ts';
import { findXmlRoot, readXmlSong } from '../xml-songs.ts';
import { DamagedRtfError, readRtf } from './rtf.ts';
import { sendLicense } from './send-license.ts';
import { createTextSender, type SendTexts, SlideTexts } from './send-texts.ts';

const ROOT = 'RVPresentationDocument';
/** An id that means "no arrangement". */
const NO_ID = /^[0{}-]*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Elements that are left out, and how the report counts them. */
const MEDIA: Readonly<Record<string, SongOmission>> = {
  RVImageElement: 'media',
  RVVideoElement: 'media',
  RVLiveVideoElement: 'media',
  RVHTMLElement: 'media',
  RVShapeElement: 'media',
  RVHTMLShapeElement: 'media',
  RVBezierPathElement: 'media',
  RVMediaCue: 'background_images',
  RVAudioCue: 'media',
};

interface ReadSlide {
  readonly label: string;
  readonly line: number;
  readonly isEnabled: boolean;
  readonly texts: SlideTexts;
  /** The texts without formatting, which version 6 also has. */
  readonly plain: string[];
}

interface ReadGroup {
  readonly name: string;
  readonly id: string;
  readonly line: number;
  readonly slides: ReadSlide[];
}

interface Arrangement {
  readonly id: string;
  readonly groups: string[];
}

/**
 * Reads a document of ProPresenter 4, 5 or 6. The lines of a slide are RTF in base64: in an attribute up to 5, in an
 * element in 6. Up to 4 there are no groups; the labels of slides stand for them.
 */
class ProPresenterHandler implements XmlHandler {
  readonly #source: SongSource;
  readonly #place: XmlPosition;
  readonly #collector: SongCollector;
  readonly #groups: ReadGroup[] = [];
  readonly #arrangements: Arrangement[] = [];
  #selected = '';
  #arrangement: Arrangement | null = null;
  #group: ReadGroup | null = null;
  #slide: ReadSlide | null = null;
  /** The encoded texts of the open element: its RTF, and its text without formatting. */
  #element: { name: string; rtf: string | null; plain: string | null } | null = null;
  /** The text of the open `NSString`. */
  #value: string | null = null;

  constructor(source: SongSource, place: XmlPosition, collector: SongCollector) {
    this.#source = source;
    this.#place = place;
    this.#collector = collector;
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    switch (name) {
      case ROOT:
        this.#openDocument(attributes);
        return true;
      case 'RVSlideGrouping':
        return this.#openGroup(attributes);
      case 'RVDisplaySlide':
        return this.#openSlide(attributes);
      case 'RVTextElement':
        return this.#openTextElement(attributes);
      case 'NSString':
        return this.#openString(attributes);
      case 'NSMutableString':
        // Version 5 names the groups of an arrangement so.
        this.#addToArrangement(attributes['serialization-native-value'] ?? '');
        return true;
      case 'RVSongArrangement':
        return this.#openArrangement(attributes);
    }
    const media = Object.hasOwn(MEDIA, name) ? MEDIA[name] : undefined;
    if (media) this.#collector.omit(media);
    return media === undefined;
  }

  text(text: string): void {
    if (this.#value !== null) this.#value += text;
  }

  /** Sends the groups to the collector, and the order of the selected arrangement. */
  finish(): void {
    const slides = this.#groups.flatMap((group) => group.slides.map(({ texts }) => texts.all));
    const send = createTextSender(this.#collector, slides);
    const verses = new Map(this.#groups.map((group) => [group.id, this.#sendGroup(group, send)]));
    const selected = this.#arrangements.find(({ id }) => id === this.#selected && !NO_ID.test(id));
    if (selected) this.#collector.setOrder(selected.groups.flatMap((id) => verses.get(id) ?? []));
    this.#collector.omit('arrangements', this.#arrangements.length - (selected ? 1 : 0));
  }

  #openDocument(attributes: XmlAttributes): void {
    const { CCLISongTitle, CCLIAuthor, CCLIArtistCredits, CCLIPublisher, author, artist } = attributes;
    const collector = this.#collector;
    collector.setTitle(CCLISongTitle ?? '');
    sendLicense(collector, {
      authors: [CCLIAuthor, CCLIArtistCredits, author, artist],
      year: attributes.CCLICopyrightYear ?? attributes.CCLICopyrightInfo,
      publisher: CCLIPublisher,
      number: attributes.CCLISongNumber ?? attributes.CCLILicenseNumber,
    });
    if (attributes.notes?.trim()) collector.omit('comments');
    this.#selected = attributes.selectedArrangementID ?? '';
  }

  #openGroup({ name = '', uuid = '' }: XmlAttributes): XmlContent {
    const group: ReadGroup = { name: name.trim(), id: uuid, line: this.#place.line, slides: [] };
    this.#groups.push(group);
    this.#group = group;
    return () => {
      this.#group = null;
    };
  }

  #openSlide({ label = '', enabled = '1', notes = '' }: XmlAttributes): XmlContent {
    if (!this.#group && this.#groups.length === 0) {
      this.#groups.push({ name: '', id: '', line: this.#place.line, slides: [] });
    }
    const slide = {
      label: label.trim(),
      line: this.#place.line,
      isEnabled: enabled !== '0' && enabled !== 'false',
      texts: new SlideTexts(),
      plain: [],
    };
    (this.#group ?? this.#groups.at(-1)!).slides.push(slide);
    if (notes.trim()) this.#collector.omit('comments');
    this.#slide = slide;
    return () => {
      this.#slide = null;
    };
  }

  #openTextElement({ RTFData, displayName = '' }: XmlAttributes): XmlContent {
    const element = { name: displayName, rtf: RTFData ?? null, plain: null };
    this.#element = element;
    return () => {
      this.#element = null;
      const plain = this.#decode(element.plain ?? '').toString('utf8');
      this.#slide?.plain.push(plain);
      this.#slide?.texts.add(element.name, this.#readRtf(element.rtf ?? '') ?? plain, []);
    };
  }

  #openString({ rvXMLIvarName: variable }: XmlAttributes): XmlContent {
    const element = this.#element;
    const field = variable === 'RTFData' ? 'rtf' : variable === 'PlainText' ? 'plain' : null;
    if (element ? field === null : !this.#arrangement) return false;
    this.#value = '';
    return () => {
      const value = this.#value ?? '';
      this.#value = null;
      if (element && field) element[field] = value;
      else this.#addToArrangement(value);
    };
  }

  #openArrangement({ uuid = '' }: XmlAttributes): XmlContent {
    const arrangement: Arrangement = { id: uuid, groups: [] };
    this.#arrangements.push(arrangement);
    this.#arrangement = arrangement;
    return () => {
      this.#arrangement = null;
    };
  }

  #addToArrangement(id: string): void {
    if (this.#arrangement && id.trim() !== '') this.#arrangement.groups.push(id.trim());
  }

  /** Returns the text of RTF in base64, or null if it is empty. */
  #readRtf(encoded: string): string | null {
    const bytes = this.#decode(encoded);
    if (bytes.length === 0) return null;
    try {
      return readRtf(bytes);
    } catch (error) {
      if (error instanceof DamagedRtfError) throw this.#damaged(error.notice);
      throw error;
    }
  }

  #decode(encoded: string): Buffer {
    const compact = encoded.replace(/\s+/g, '');
    if (compact.length % 4 !== 0 || !BASE64.test(compact)) {
      throw this.#damaged(toNotice('song_invalid_base64'));
    }
    return Buffer.from(compact, 'base64');
  }

  #damaged(reason: ImportNotice): Error {
    return this.#source.damaged(this.#place.line, reason);
  }

  /** Sends the slides of a group, or those without one, which have labels. Returns the numbers of its verses. */
  #sendGroup({ name, line, slides }: ReadGroup, send: SendTexts): number[] {
    const collector = this.#collector;
    const first = collector.endVerses();
    if (name !== '') collector.beginVerse(name, line);
    for (const slide of slides) {
      if (!slide.isEnabled) {
        collector.omit('disabled_slides');
        continue;
      }
      if (slide.texts.all.length === 0) {
        collector.omit('empty_slides');
        continue;
      }
      for (const text of slide.plain) collector.expectWords(text);
      if (name === '' && slide.label !== '') collector.beginVerse(slide.label, slide.line);
      collector.breakSlide();
      send(slide.texts.all, slide.line);
    }
    return Array.from({ length: collector.endVerses() - first }, (_, at) => first + at);
  }
}

export const proPresenterFormat: SongFormat = {
  name: 'ProPresenter',
  recognizes: (source) => findXmlRoot(source)?.name === ROOT,
  async read(source, collector) {
    let handler: ProPresenterHandler | null = null;
    await readXmlSong(source, (place) => {
      handler = new ProPresenterHandler(source, place, collector);
      return handler;
    });
    handler!.finish();
  },
};
