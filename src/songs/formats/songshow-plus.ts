import type { SongCollector } from '../collector/song-collector.ts';
import type { SongFormat } from '../song-format.ts';
import type { SongSource } from '../sources/song-source.ts';
import { ByteReader, decodeOldText } from './byte-reader.ts';

/** Labels of the blocks of old versions, which have the number of the part as a value. */
const PARTS: ReadonlyMap<number, string> = new Map([
  [12, 'Verse'],
  [20, 'Chorus'],
  [24, 'Bridge'],
]);
const [TITLE, AUTHORS, COPYRIGHT, CCLI, KEY, TOPIC, COMMENTS, ORDER, PICTURE, BOOK, NUMBER, PART] = [
  1, 2, 3, 5, 11, 29, 30, 31, 34, 35, 36, 37,
];
const HEAD_BYTES = 8;
const KEY_MAX = 64;

type Value = string | number;

/**
 * Reads a song of SongShow Plus: blocks of a key, a length, and values as Delphi streams them. The last block is empty.
 */
export const songShowPlusFormat: SongFormat = {
  name: 'SongShow Plus',

  recognizes({ fileName, bytes }) {
    if (bytes.length < HEAD_BYTES || !/\.sbsong$/i.test(fileName)) return false;
    return bytes.readUInt32LE(0) <= KEY_MAX;
  },

  read(source, collector) {
    const reader = new ByteReader(source);
    const order: string[] = [];
    let [book, number] = ['', ''];
    for (let key = reader.number(4); key !== 0; key = reader.number(4)) {
      const block = reader.take(reader.number(4));
      if (key === PICTURE) {
        collector.omit('background_images');
        continue;
      }
      const [first = '', second = ''] = readValues(source, block);
      const text = String(first);
      if (key === TITLE) collector.setTitle(text);
      else if (key === AUTHORS) addAuthors(text, collector);
      else if (key === COPYRIGHT) collector.addCopyright(text);
      else if (key === CCLI) collector.setCcli(text);
      else if (key === KEY) collector.omit('key', text.trim() === '' ? 0 : 1);
      else if (key === TOPIC) collector.omit('themes');
      else if (key === COMMENTS) collector.omit('comments', text.trim() === '' ? 0 : 1);
      else if (key === ORDER) order.push(text);
      else if (key === BOOK) book = text;
      else if (key === NUMBER) number = text === '0' ? '' : text;
      else if (key === PART) addPart(text, String(second), collector);
      else if (PARTS.has(key)) addPart(`${PARTS.get(key)} ${first}`, String(second), collector);
    }
    collector.setSongbook(`${book} ${number}`.trim());
    collector.setOrder(order);
  },
};

/** Returns the values of a block. Those of unknown types, and what follows them, are left out. */
function readValues(source: SongSource, block: Buffer): Value[] {
  const reader = new ByteReader(source, block);
  const values: Value[] = [];
  while (!reader.isDone) {
    const type = reader.number(1);
    // The types of Delphi: vaInt8, vaInt16, vaInt32, vaString, vaFalse, vaTrue, vaLString, vaWString, vaUTF8String.
    if (type >= 2 && type <= 4) values.push(reader.number(2 ** (type - 2)));
    else if (type === 6) values.push(decodeOldText(reader.take(reader.number(1))));
    else if (type === 8 || type === 9) values.push('');
    else if (type === 12 || type === 20) values.push(decodeOldText(reader.take(reader.number(4))));
    else if (type === 18) values.push(reader.take(2 * reader.number(4)).toString('utf16le'));
    else break;
  }
  return values;
}

function addPart(label: string, text: string, collector: SongCollector): void {
  collector.beginVerse(label, null);
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') collector.breakSlide();
    else collector.addLine(line, null);
  }
  collector.endVerse();
}

/** Adds authors: "Newton, John / Excell, Edwin Othello". */
function addAuthors(text: string, collector: SongCollector): void {
  for (const author of text.split(/[/|]/)) {
    const [last = '', first, ...others] = author.split(',').map((part) => part.trim());
    collector.addAuthor(first === undefined || others.length > 0 ? author : `${first} ${last}`);
  }
}
