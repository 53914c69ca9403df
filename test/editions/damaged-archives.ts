import { deflateRawSync } from 'node:zlib';
import type { DamagedCase } from './damaged-case.ts';
import { toZip, type ZipEntry } from './zip.ts';

const MARK: ZipEntry = { name: 'mark.usfm', content: '\\id MRK Small\n\\c 1\n\\p\n\\v 1 One.\n' };
const MEBIBYTE = 1024 * 1024;

const archive = (name: string, entries: readonly ZipEntry[], reason: RegExp): DamagedCase =>
  bytes(name, toZip(entries), reason);

const bytes = (name: string, content: Buffer, reason: RegExp): DamagedCase => ({
  format: 'archive',
  name,
  files: { 'edition.zip': content },
  reason,
});

/** Zeros compressed a thousandfold, with a smaller declared size. */
const bomb = deflateRawSync(Buffer.alloc(80 * MEBIBYTE));

export const DAMAGED_ARCHIVES: readonly DamagedCase[] = [
  archive(
    'a name that leaves the archive',
    [MARK, { name: '../evil.usfm', content: 'x' }],
    /edition\.zip: .*outside of its folder: "\.\..evil\.usfm"/,
  ),
  archive(
    'a name that leaves it with backslashes',
    [{ name: '..\\evil.usfm', content: 'x' }],
    /edition\.zip: .*outside of its folder: "\.\..evil\.usfm"/,
  ),
  archive('an absolute name', [{ name: '/etc/evil.usfm', content: 'x' }], /edition\.zip: .*outside of its folder/),
  archive('a drive', [{ name: 'C:\\evil.usfm', content: 'x' }], /edition\.zip: .*outside of its folder/),
  archive(
    'a symbolic link',
    [{ name: 'mark.usfm', content: '/etc/passwd', symlink: true }],
    /mark\.usfm: .*symbolic link/,
  ),
  archive('an encrypted file', [{ ...MARK, encrypted: true }], /mark\.usfm: the file is encrypted/),
  archive('a name twice', [MARK, MARK], /mark\.usfm: two files have this name/),
  archive(
    'a file that says it is larger than any',
    [{ ...MARK, size: 65 * MEBIBYTE }],
    /mark\.usfm: .*more than 64 MiB/,
  ),
  archive(
    'files that are too large together',
    [1, 2, 3, 4, 5].map((at) => ({ ...MARK, name: `${at}.usfm`, size: 60 * MEBIBYTE })),
    /5\.usfm: .*more than 256 MiB in total/,
  ),
  archive(
    'too many files',
    Array.from({ length: 5_001 }, (_, at) => ({ name: `${at}.txt`, content: '', stored: true })),
    /5000\.txt: there are more than 5000 files/,
  ),
  archive('a bomb that says it is small', [{ ...MARK, packed: bomb }], /mark\.usfm: it is damaged/),
  archive('content that is shorter than it says', [{ ...MARK, size: 5_000 }], /mark\.usfm: it is damaged/),
  archive('content that its checksum denies', [{ ...MARK, crc: 1 }], /mark\.usfm: it is damaged/),
  archive(
    'content that is no packed content',
    [{ ...MARK, packed: Buffer.alloc(40, 0xff) }],
    /mark\.usfm: it is damaged .* download the archive again/,
  ),
  bytes(
    'cut off at its end',
    toZip([MARK]).subarray(0, -30),
    /edition\.zip: it is damaged or cut off, .* download the archive again/,
  ),
  bytes(
    'nothing but its beginning',
    Buffer.from('PK\u0003\u0004'),
    /edition\.zip: it is damaged or cut off, .* download the archive again/,
  ),
  bytes(
    'a web page in its place',
    Buffer.from('\n<!DOCTYPE html>\n<html lang="en"><head><title>Download</title></head></html>'),
    /edition\.zip: this is a web page, not a Bible text: open it in a browser/,
  ),
  bytes(
    'a web page in its place, written as XML',
    Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- page -->\n<html xmlns="http://www.w3.org/1999/xhtml"></html>'),
    /edition\.zip: this is a web page/,
  ),
  bytes('comments without a page', Buffer.from('<!---->'.repeat(600)), /edition\.zip: this is not a zip archive/),
  bytes('no archive', Buffer.from('Rar!'), /edition\.zip: this is not a zip archive despite its name/),
  archive('nothing in it', [], /edition\.zip: .*not in any of the formats.*It contains: –/),
  archive(
    'files that are no text',
    [{ name: 'a.doc', content: 'x' }],
    /not in any of the formats.*It contains: 1 × \.doc/,
  ),
  {
    format: 'archive',
    name: 'a single picture',
    files: { 'a.png': Buffer.from([137, 80, 78, 71]) },
    reason: /a\.png: .*not in any of the formats/,
  },
];
