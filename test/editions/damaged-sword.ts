import { deflateSync } from 'node:zlib';
import type { DamagedCase } from './damaged-case.ts';
import { type ModuleOptions, type ModuleWords, toModule } from './small-module.ts';

const WORDS: ModuleWords = { 'Matt 1:1': 'One.', 'Matt 1:2': 'Two.', 'Mark 1:1': 'Three.' };
const CONF = /mods\.d\/small\.conf/.source;
const NT = 'modules/texts/ztext/small/nt';

type Files = Record<string, string | Buffer>;

const damaged = (name: string, files: Files, reason: RegExp): DamagedCase => ({ format: 'SWORD', name, files, reason });

const described = (name: string, conf: ModuleOptions['conf'], reason: RegExp): DamagedCase =>
  damaged(name, toModule(WORDS, { conf }), new RegExp(`${CONF}: .*${reason.source}`));

const written = (name: string, verse: string | Buffer, reason: RegExp): DamagedCase =>
  damaged(name, toModule({ ...WORDS, 'Mark 1:2': verse }), new RegExp(`nt \\(Mark 1:2\\): ${reason.source}`));

const changed = (name: string, ending: string, change: (bytes: Buffer) => Buffer, reason: RegExp): DamagedCase => {
  const files: Files = toModule(WORDS);
  return damaged(name, { ...files, [`${NT}${ending}`]: change(files[`${NT}${ending}`] as Buffer) }, reason);
};

const without = (name: string, ending: string, reason: RegExp): DamagedCase => {
  const { [`${NT}${ending}`]: _, ...files } = toModule(WORDS) as Files;
  return damaged(name, files, reason);
};

const pointed = (name: string, place: readonly [number, number, number], reason: RegExp): DamagedCase =>
  damaged(name, toModule(WORDS, { pointed: { 'Mark 1:1': place } }), reason);

/** The declared and actual size of the first block. */
const bomb = (size: number): Files => {
  const files: Files = toModule(WORDS);
  const bytes = deflateSync(Buffer.alloc(size));
  const blocks = Buffer.from(files[`${NT}.bzs`] as Buffer);
  blocks.writeUInt32LE(0, 0);
  blocks.writeUInt32LE(bytes.length, 4);
  blocks.writeUInt32LE(size, 8);
  return { ...files, [`${NT}.bzs`]: blocks, [`${NT}.bzz`]: bytes };
};

export const DAMAGED_SWORD: readonly DamagedCase[] = [
  described('another driver', { ModDrv: 'RawText' }, /ModDrv=RawText: only Bibles with the driver zText are supported/),
  described('a lexicon', { ModDrv: 'zLD' }, /ModDrv=zLD/),
  described('enciphered', { CipherKey: '' }, /CipherKey=: the text is encrypted/),
  described('another compression', { CompressType: 'XZ' }, /CompressType=XZ: only ZIP and LZSS/),
  damaged(
    'a compression that the text does not have',
    toModule(WORDS, { conf: { CompressType: 'LZSS' } }),
    /nt\.bzz: block 0 \(Matt 1:1\) cannot be unpacked/,
  ),
  described('another markup', { SourceType: 'ThML' }, /SourceType=ThML: only OSIS, GBF and Plaintext/),
  described('another encoding', { Encoding: 'UTF-16' }, /Encoding=UTF-16: only UTF-8 and Latin-1/),
  described('an encoding that is no encoding', { Encoding: 'constructor' }, /Encoding=constructor: only UTF-8/),
  described('unknown block type', { BlockType: 'PAGE' }, /BlockType=PAGE/),
  described('unknown versification', { Versification: 'Mine' }, /Versification=Mine: this versification is unknown/),
  described('no folder', { DataPath: null }, /DataPath=: this is not a folder of the module/),
  described('a folder outside', { DataPath: './../../etc/' }, /DataPath=.*: this is not a folder of the module/),
  described(
    'a folder that is not there',
    { DataPath: './modules/texts/ztext/other/' },
    /there is no text in its folder/,
  ),
  damaged(
    'two modules',
    { ...toModule(WORDS), 'mods.d/other.conf': '[Other]\n' },
    /this contains 2 modules \(other, small\): choose one with --module, or give the path of its \.conf file/,
  ),
  damaged(
    'a description without a name',
    { 'mods.d/a.conf': 'ModDrv=zText\n' },
    /a\.conf: the name of the module is missing/,
  ),
  damaged('a description of two modules', { 'mods.d/a.conf': '[A]\n[B]\n' }, /a\.conf, line 2: a second module begins/),
  damaged(
    'a name that is not closed',
    { 'mods.d/a.conf': '# Module\n[A\n' },
    /a\.conf, line 2: the name of the module cannot/,
  ),
  damaged(
    'a line that is no entry',
    { 'mods.d/a.conf': '[A]\nModDrv zText\n' },
    /a\.conf, line 2: this is not "key=value"/,
  ),
  damaged(
    'a description without end',
    { 'mods.d/a.conf': `[A]\n${'A=b\n'.repeat(70_000)}` },
    /a\.conf: the module description is too long/,
  ),
  damaged('no verse', toModule({ 'Matt 0:0': '<title>Matthew</title>' }), /small\.conf: it contains no verses/),
  without('no table of blocks', '.bzs', /nt\.bzs: the file is missing/),
  without('no index', '.bzv', /nt\.bzv: the file is missing/),
  without('no text', '.bzz', /nt\.bzz: the file is missing/),
  changed('index cut short', '.bzv', (bytes) => bytes.subarray(0, -7), /nt\.bzv: the file is cut short/),
  changed('table of blocks cut short', '.bzs', (bytes) => bytes.subarray(0, -5), /nt\.bzs: the file is cut short/),
  changed(
    'blocks missing',
    '.bzs',
    (bytes) => bytes.subarray(0, 12),
    /nt\.bzs: Mark 1:1 is in block 1, which is missing/,
  ),
  changed(
    'text cut short',
    '.bzz',
    (bytes) => bytes.subarray(0, 12),
    /nt\.bzz: block 0 \(Matt 1:1\) goes beyond the end/,
  ),
  changed('text overwritten', '.bzz', (bytes) => bytes.fill(0x20), /nt\.bzz: block 0 \(Matt 1:1\) cannot be unpacked/),
  pointed('a verse beyond its block', [1, 3, 4000], /nt\.bzv: Mark 1:1 goes beyond the end of its block/),
  pointed('a verse in no block', [4_000_000_000, 0, 4], /nt\.bzs: Mark 1:1 is in block 4000000000, which is missing/),
  damaged('a block that is a bomb', bomb(40 * 1024 * 1024), /nt\.bzz: block 0 \(Matt 1:1\) is too large/),
  damaged(
    'a block that is more than it says',
    (() => {
      const files = bomb(1_000_000);
      (files[`${NT}.bzs`] as Buffer).writeUInt32LE(100, 8);
      return files;
    })(),
    /nt\.bzz: block 0 \(Matt 1:1\) cannot be unpacked, or has another size/,
  ),
  written('a tag that does not end', 'Two <w lemma="strong', /a tag does not end/),
  written('a note that does not end', 'Two <note>and so on', /the note does not end/),
  damaged(
    'a note that does not end before another begins',
    toModule({ ...WORDS, 'Mark 1:2': 'Two <note>and so on', 'Mark 1:3': 'Three <note>one</note>' }),
    /nt \(Mark 1:2\): the note does not end/,
  ),
  damaged(
    'a note that ends in another chapter',
    toModule({ ...WORDS, 'Mark 1:45': 'Two <note>and so on', 'Mark 2:1': 'Three</note>' }),
    /nt \(Mark 1:45\): the note does not end/,
  ),
  written('a character that cannot be', 'Two&#x110000;', /&#x110000; is not a valid character/),
  written('half of a pair', 'Two&#xD800;', /&#xD800; is not a valid character/),
  written('broken UTF-8', Buffer.from('Gr\xfc\xdfe', 'latin1'), /the text is not UTF-8/),
  written('a verse of another book', 'Two <verse osisID="Gen.1.1"/>', /"Gen\.1\.1" is not a verse of this book/),
  written('the same verse again', 'Two <verse osisID="Mark.1.1"/>again', /MRK 1:1 appears twice/),
  written('a verse beyond all bounds', 'Two <verse osisID="Mark.1.9999"/>more', /.*out of range/),
];
