import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseSong } from '../../src/songs/parse-song.ts';
import { omittedOf } from './omitted-of.ts';

const FOLDER = join(import.meta.dirname, 'samples');
const read = (name: string) => readFileSync(join(FOLDER, name));
const readText = (name: string) =>
  read(name)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
const parse = (name: string) => parseSong(read(name), name);
const textsOf = async (name: string) => (await parse(name)).song.slides.map(({ text }) => text);

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
const withoutEntities = (text: string) =>
  text.replaceAll('&apos;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Reads OpenLyrics with patterns: the lines of each verse. */
function readOpenLyrics(name: string): string[] {
  return [...readText(name).matchAll(/<verse [^>]*>(.*?)<\/verse>/gs)].map(([, verse]) =>
    verse!
      .replace(/<chord[^>]*\/>|<\/?lines>/g, '')
      .split(/<br\s*\/>/)
      .map((line) => withoutEntities(tidy(line)))
      .filter(Boolean)
      .join('\n'),
  );
}

const GRACE = [
  'Amazing grace! How sweet the sound',
  'That saved a wretch like me!',
  'I once was lost, but now am found;',
  'Was blind, but now I see.',
];
/** The lines of the other samples, as a person reads them. */
const EXPECTED = {
  'opensong-amazing-grace': [
    'Amazing grace! How sweet the sound!\nThat saved a wretch like me!\nI once was lost, but now am found;\nWas blind, but now I see.',
    "'Twas grace that taught my heart to fear,\nAnd grace my fears relieved.\nHow precious did that grace appear,\nThe hour I first believed.",
    'The Lord has promised good to me,\nHis Word my hope secures.\nHe will my shield and portion be\nAs long as life endures.',
    "Thro' many dangers, toils and snares\nI have already come.\n'Tis grace that brought me safe thus far,\nAnd grace will lead me home.",
    "When we've been there ten thousand years,\nBright shining as the sun,\nWe've no less days to sing God's praise,\nThan when we first begun.",
  ],
  'swing-low.chordpro': [
    "Swing low, sweet chariot,\nComin' for to carry me home.\nSwing low, sweet chariot,\nComin' for to carry me home.",
    "I looked over Jordan, and what did I see,\nComin' for to carry me home.\nA band of angels comin' after me,\nComin' for to carry me home.",
    "If you get there before I do,\nComin' for to carry me home.\nJust tell my friends that I'm a comin' too.\nComin' for to carry me home.",
    "I'm sometimes up and sometimes down,\nComin' for to carry me home.\nBut still my soul feels heavenly bound.\nComin' for to carry me home.",
  ],
  // The first slides of the files of both versions.
  'propresenter4-amazing-grace.pro4': GRACE,
  'propresenter5-amazing-grace.pro5': GRACE,
  'songselect-test.usr': [
    'Line One Verse One\nLine Two Verse One\nLine Three Verse One\nLine Four Verse One',
    'Line One Verse Two\nLine Two Verse Two\nLine Three Verse Two\nLine Four Verse Two',
  ],
  'songselect-test.txt': [
    'Line One Verse One\nLine Two Verse One\nLine Three Verse One\nLine Four Verse One',
    'Line One Verse Two\nLine Two Verse Two\nLine Three Verse Two\nLine Four Verse Two',
  ],
} as const;

describe('songs as programs wrote them', () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.startsWith('openlyrics-'))) {
    test(`[D70] when ${name} is read, then it has the lines that another reader finds, and its chords apart`, async () => {
      const expected = readOpenLyrics(name);
      assert.ok(expected.length > 0);
      assert.deepEqual(await textsOf(name), expected);
      const { report, song } = await parse(name);
      const chords = readText(name).match(/<chord /g)?.length ?? 0;
      const kept = song.slides.flatMap((slide) => slide.chords ?? []).length;
      assert.equal(kept + (omittedOf(report).chords ?? 0), chords);
      assert.equal(song.title, /<title>([^<]*)</.exec(readText(name))![1]);
      assert.equal(song.footer?.ccli ?? null, /<ccliNo>([^<]*)</.exec(readText(name))?.[1] ?? null);
    });
  }

  for (const [name, expected] of Object.entries(EXPECTED)) {
    test(`[D70] when ${name} is read, then it has the lines that a person reads`, async () => {
      assert.deepEqual(await textsOf(name), expected);
    });
  }

  test('[D70] when the document of ProPresenter is read, then its RTF gives what it also has as plain text', async () => {
    const name = 'propresenter6-amazing-grace.pro6';
    const plain = [...readText(name).matchAll(/"PlainText">([^<]*)</g)].map(([, text]) =>
      Buffer.from(text!, 'base64').toString('utf8'),
    );
    assert.equal(plain.length, 28);
    assert.deepEqual(await textsOf(name), plain);
    assert.equal((await parse(name)).song.footer?.authors, 'John Newton');
  });

  test('[D70] when the song of SongBeamer is read, then "--" divides its verses, and its umlauts stay', async () => {
    const name = 'songbeamer-grosser-gott.sng';
    const slides = readText(name)
      .split(/^---?$/m)
      .slice(1)
      .map((slide) => slide.trim().replace(/^Vers \d\n/, ''));
    assert.equal(slides.length, 8);
    assert.deepEqual(await textsOf(name), slides);
    const { song, report } = await parse(name);
    assert.equal(song.title, 'Großer Gott, wir loben Dich');
    assert.deepEqual(report.order, ['v1', 'v2', 'v3', 'v4']);
    assert.deepEqual(omittedOf(report), { chords: 104, key: 1, other_titles: 1 });
  });

  for (const name of ['propresenter4-amazing-grace.pro4', 'propresenter5-amazing-grace.pro5']) {
    test(`[D70] when ${name} is read, then its attributes are title and author`, async () => {
      const { song, report } = await parse(name);
      assert.equal(song.title, 'Amazing Grace');
      assert.deepEqual(song.footer, { authors: 'John Newton', copyright: null, ccli: null, source: null });
      assert.deepEqual(omittedOf(report), {});
    });
  }

  test('[D70] when the import file of SongSelect is read, then its footer states authors, copyright and number', async () => {
    const { song, report } = await parse('songselect-test.usr');
    assert.equal(song.title, 'Test Song');
    assert.deepEqual(
      report.verses.map(({ id, label }) => [id, label]),
      [
        ['v1', 'Verse 1'],
        ['v2', 'Verse 2'],
      ],
    );
    assert.deepEqual(song.footer, {
      authors: 'Author One, Author Two',
      copyright:
        '© 2011 OpenLP Programmer One (Admin. by OpenLP One), Openlp Programmer Two (Admin. by OpenLP Two) / Admin. by OpenLP One',
      ccli: '0000000',
      source: null,
    });
    assert.deepEqual(omittedOf(report), { themes: 1, key: 1 });
  });

  test('[D70] when the song of SongSelect is read, then its footer states authors, copyright and number', async () => {
    const { song, report } = await parse('songselect-test.txt');
    assert.deepEqual(song.footer, {
      authors: 'Author One, Author Two',
      copyright: '© 2011 OpenLP Programmer One (Admin. by OpenLP One) / OpenLP Programmer Two (Admin. by OpenLP Two)',
      ccli: '0000000',
      source: null,
    });
    assert.deepEqual(omittedOf(report), { license_notes: 2 });
  });

  test('[D70] when the chorus of a ChordPro song is named again, then it is repeated in the order', async () => {
    const { song, report } = await parse('swing-low.chordpro');
    assert.deepEqual(song.order, ['c1', 'v1', 'c1', 'v2', 'c1', 'v3', 'c1']);
    assert.deepEqual(omittedOf(report), { other_titles: 1 });
    assert.equal(song.footer?.authors, 'Wallis Willis');
  });
});
