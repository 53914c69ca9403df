import { deflateSync } from 'node:zlib';
import { findVersification } from '../../src/domain/scripture/versification/versification.ts';

/** The text of a SWORD zText module by "Book chapter:verse". "Book 1:0" precedes a chapter, "Book 0:0" the book. */
export type ModuleWords = Readonly<Record<string, string | Buffer>>;

export interface ModuleOptions {
  versification?: string;
  /** Replaces lines of the description; null removes one. */
  conf?: Readonly<Record<string, string | null>>;
  /** Verses that point to the text of the previous one. */
  linked?: readonly string[];
  /** Overrides the index entry of a verse: [block, offset, length]. */
  pointed?: Readonly<Record<string, readonly [number, number, number]>>;
  /** Entries that each index has more than the versification, or fewer. */
  extraEntries?: number;
  pack?: (block: Buffer) => Buffer;
}

const FOLDER = 'modules/texts/ztext/small/';

/** Returns the files of a module, one block per book, as `mod2zmod` and `osis2mod` write them. */
export function toModule(
  words: ModuleWords,
  { versification = 'KJV', conf, linked = [], pointed = {}, extraEntries = 0, pack = deflateSync }: ModuleOptions = {},
) {
  const lines: Record<string, string | null> = {
    DataPath: `./${FOLDER}`,
    ModDrv: 'zText',
    SourceType: 'OSIS',
    Encoding: 'UTF-8',
    CompressType: 'ZIP',
    BlockType: 'BOOK',
    Versification: versification,
    Lang: 'en',
    Description: 'Small Module',
    ...conf,
  };
  const described = Object.entries(lines).filter(([, value]) => value !== null);
  const files: Record<string, string | Buffer> = {
    'mods.d/small.conf': `[Small]\n${described.map(([key, value]) => `${key}=${value}\n`).join('')}`,
  };
  const { ot, nt } = findVersification(versification)!;
  for (const [testament, books] of [
    ['ot', ot],
    ['nt', nt],
  ] as const) {
    if (!books.some(({ osis }) => Object.keys(words).some((key) => key.startsWith(`${osis} `)))) continue;
    const records: Buffer[] = [verseRecord(0, 0, 0), verseRecord(0, 0, 0)];
    const blocks: Buffer[] = [];
    const packed: Buffer[] = [];
    let offset = 0;
    for (const { osis, chapters } of books) {
      const block: Buffer[] = [];
      let length = 0;
      const add = (key: string): void => {
        if (linked.includes(key)) {
          records.push(records.at(-1)!);
          return;
        }
        const bytes = Buffer.from((words[key] ?? '') as string);
        const place = pointed[key] ?? [blocks.length, length, bytes.length];
        records.push(verseRecord(...place));
        block.push(bytes);
        length += bytes.length;
      };
      add(`${osis} 0:0`);
      chapters.forEach((count, at) => {
        for (let verse = 0; verse <= count; verse++) add(`${osis} ${at + 1}:${verse}`);
      });
      const bytes = pack(Buffer.concat(block));
      const record = Buffer.alloc(12);
      record.writeUInt32LE(offset, 0);
      record.writeUInt32LE(bytes.length, 4);
      record.writeUInt32LE(length, 8);
      blocks.push(record);
      packed.push(bytes);
      offset += bytes.length;
    }
    if (extraEntries < 0) records.splice(extraEntries);
    for (let more = 0; more < extraEntries; more++) records.push(records.at(-1)!);
    files[`${FOLDER}${testament}.bzs`] = Buffer.concat(blocks);
    files[`${FOLDER}${testament}.bzv`] = Buffer.concat(records);
    files[`${FOLDER}${testament}.bzz`] = Buffer.concat(packed);
  }
  return files;
}

function verseRecord(block: number, offset: number, length: number): Buffer {
  const record = Buffer.alloc(10);
  record.writeUInt32LE(block, 0);
  record.writeUInt32LE(offset, 4);
  record.writeUInt16LE(length, 8);
  return record;
}
