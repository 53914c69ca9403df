import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSong } from '../../src/songs/parse-song.ts';
import { HYMNS, type Hymn } from './hymns.ts';
import { toPro7 } from './write-propresenter-7.ts';
import * as write from './write-song.ts';

interface Written {
  readonly format: string;
  readonly fileName: string;
  readonly toFile: (hymn: Hymn) => string | Buffer;
  /** Whether the format has an order. Otherwise each verse is sung once. */
  readonly hasOrder?: false;
  /** The notice of copyright of all hymns. */
  readonly copyright: string | null;
  /** The songbook of all hymns. */
  readonly source?: string;
  /** Whether a hymn has a CCLI number. If the format requires one, "1" stands for none. */
  readonly ccli?: 'required' | 'none';
}

const WRITTEN: readonly Written[] = [
  {
    format: 'OpenLyrics',
    fileName: 'a.xml',
    copyright: 'Public Domain',
    source: 'Hymns 7',
    toFile: (hymn) => write.toOpenLyrics(hymn, '0.8'),
  },
  {
    format: 'OpenLyrics',
    fileName: 'b.xml',
    copyright: 'Public Domain',
    source: 'Hymns 7',
    toFile: (hymn) => write.toOpenLyrics(hymn, '0.9'),
  },
  { format: 'OpenSong', fileName: 'a', copyright: 'Public Domain', source: 'Hymns 7', toFile: write.toOpenSong },
  { format: 'ChordPro', fileName: 'a.cho', copyright: 'Public Domain', source: 'Hymns 7', toFile: write.toChordPro },
  {
    format: 'SongSelect (.usr)',
    fileName: 'a.usr',
    copyright: 'Public Domain',
    ccli: 'required',
    toFile: write.toUsr,
    hasOrder: false,
  },
  {
    format: 'SongSelect (.usr)',
    fileName: 'old.usr',
    copyright: 'Public Domain',
    ccli: 'required',
    toFile: (hymn) => write.toWindows1252(write.toUsr(hymn)),
    hasOrder: false,
  },
  {
    format: 'SongSelect (.txt)',
    fileName: 'a.txt',
    copyright: '© Words: Public Domain',
    ccli: 'required',
    toFile: write.toSongSelectText,
  },
  {
    format: 'SongBeamer',
    fileName: 'a.sng',
    copyright: 'gemeinfrei',
    source: 'Hymns 7',
    toFile: (hymn) => `\ufeff${write.toSongBeamer(hymn)}`,
  },
  {
    format: 'SongBeamer',
    fileName: 'old.sng',
    copyright: 'gemeinfrei',
    source: 'Hymns 7',
    toFile: (hymn) => write.toWindows1252(write.toSongBeamer(hymn)),
  },
  { format: 'ProPresenter', fileName: 'a.pro4', copyright: '© 1900 Press', toFile: write.toPro4 },
  { format: 'ProPresenter', fileName: 'a.pro5', copyright: '© 1900 Press', toFile: write.toPro5 },
  { format: 'ProPresenter', fileName: 'a.pro6', copyright: '© 1900 Press', toFile: write.toPro6 },
  // A file without a name, because its name is the title.
  { format: 'ProPresenter 7', fileName: '', copyright: '© 1900 Press', toFile: toPro7 },
  { format: 'FreeShow', fileName: 'a.show', copyright: 'Public Domain', source: '7', toFile: write.toFreeShow },
  {
    format: 'VideoPsalm',
    fileName: 'a.json',
    copyright: 'Public Domain',
    source: 'Hymns 7',
    toFile: write.toVideoPsalm,
  },
  // A line "CCLI 22025" makes a text one of SongSelect.
  {
    format: 'plain text',
    fileName: 'en.txt',
    copyright: 'Public Domain',
    ccli: 'none',
    toFile: (hymn) => withoutCcli(hymn, 'en'),
  },
  {
    format: 'plain text',
    fileName: 'de.txt',
    copyright: 'Public Domain',
    ccli: 'none',
    toFile: (hymn) => withoutCcli(hymn, 'de'),
  },
  {
    format: 'plain text',
    fileName: 'utf-16.txt',
    copyright: 'Public Domain',
    ccli: 'none',
    toFile: (hymn) => Buffer.from(`\ufeff${withoutCcli(hymn, 'pt')}`, 'utf16le'),
  },
];
const withoutCcli = (hymn: Hymn, language: 'en' | 'de' | 'pt') =>
  write.toPlainText(hymn, language).replace(/^CCLI .*\n/m, '');

/** The slides of a hymn by id. */
const slidesOf = ({ verses }: Hymn) =>
  verses.flatMap(({ id, slides }) =>
    slides.map((lines, at) => [at === 0 ? id : `${id}-${at + 1}`, lines.join('\n')] as const),
  );

/** The ids of slides as they are shown; null if each is shown once, in order. */
function shownOf(hymn: Hymn): string[] | null {
  const shown = hymn.order.flatMap((id) =>
    slidesOf(hymn).flatMap(([slide]) => (slide.split('-')[0] === id ? slide : [])),
  );
  const isPlain =
    shown.join() ===
    slidesOf(hymn)
      .map(([id]) => id)
      .join();
  return isPlain ? null : shown;
}

describe('the same hymns in every format', () => {
  test('when the hymns are counted, then there are at least 20', () =>
    assert.ok(HYMNS.length >= 20, `${HYMNS.length}`));

  for (const { format, fileName, toFile, hasOrder = true, copyright, source = null, ccli } of WRITTEN) {
    for (const hymn of HYMNS) {
      test(`[D70] when ${hymn.title} is read from ${fileName || format}, then its title, slides, order and footer are those of the hymn`, async () => {
        const { song, report } = await parseSong(Buffer.from(toFile(hymn) as string), fileName);
        assert.equal(report.format, format);
        assert.equal(song.title, hymn.title);
        assert.deepEqual(
          song.slides.map(({ id, text }) => [id, text]),
          slidesOf(hymn),
        );
        assert.ok(
          song.slides.every((slide) => slide.layout === 'text' && slide.title === null && slide.image === null),
        );
        assert.deepEqual(song.order, hasOrder ? shownOf(hymn) : null);
        assert.deepEqual(report.order, hasOrder ? hymn.order : hymn.verses.map(({ id }) => id));
        const number = ccli === 'none' ? null : (hymn.ccli ?? (ccli === 'required' ? '1' : null));
        assert.deepEqual(song.footer, { authors: hymn.authors.join(', '), copyright, ccli: number, source });
      });
    }
  }

  for (const hymn of HYMNS) {
    test(`[D70] when ${hymn.title} is a text of paragraphs without labels, then each is a verse`, async () => {
      const { song } = await parseSong(Buffer.from(write.toBareText(hymn)), 'a.txt');
      assert.equal(song.title, hymn.title);
      assert.deepEqual(
        song.slides.map(({ id, text }) => [id, text]),
        slidesOf(hymn).map(([, text], at) => [`v${at + 1}`, text]),
      );
      assert.equal(song.order, null);
    });
  }
});
