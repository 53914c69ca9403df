import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSong } from '../../src/songs/parse-song.ts';
import { omittedOf } from './omitted-of.ts';

const line = (value: string, chords: object[] = []) => ({ align: '', text: [{ value, style: '' }], chords });
const box = (words: string, others: object = {}) => ({
  type: 'text',
  lines: words.split('\n').map((each) => line(each)),
  ...others,
});
const slide = (group: string | null, items: object[], others: object = {}) => ({ group, items, notes: '', ...others });
const toShow = (slides: object, shown: object[], others: object = {}) =>
  JSON.stringify({
    name: 'Grace',
    settings: { activeLayout: 'a' },
    meta: {},
    slides,
    layouts: { a: { name: 'Default', notes: '', slides: shown } },
    ...others,
  });
const read = async (text: string) => parseSong(Buffer.from(text), 'a.show');
const refused = (text: string, reason: RegExp) => assert.rejects(read(text), reason);
const textsOf = ({ song }: Awaited<ReturnType<typeof read>>) => song.slides.map(({ id, text }) => [id, text]);

describe('shows of FreeShow', () => {
  test('[D70] when a layout repeats slides, then the order has them, and slides in no order are kept and reported', async () => {
    const found = await read(
      toShow(
        {
          v: slide('Vers 1', [box('One')], { globalGroup: 'verse', children: ['v2', 'v', 'gone'] }),
          v2: slide(null, [box('Two')]),
          c: slide('Kehrvers', [box('Chorus')], { globalGroup: 'chorus' }),
          x: slide('Ostinato', [box('Never')], { globalGroup: 'bridge' }),
        },
        [{ id: 'v' }, { id: 'c', background: 'm' }, { id: 'v' }, { id: 'x', disabled: true }, { id: 'missing' }],
      ),
    );
    assert.deepEqual(textsOf(found), [
      ['v1', 'One'],
      ['v1-2', 'Two'],
      ['c1', 'Chorus'],
      ['b1', 'Never'],
    ]);
    assert.deepEqual(found.song.order, ['v1', 'v1-2', 'c1', 'v1', 'v1-2']);
    assert.deepEqual(
      found.report.verses.map(({ label }) => label),
      ['Vers 1', 'Kehrvers', 'Bridge'],
    );
    assert.deepEqual(
      found.report.warnings.map(({ code }) => code),
      ['song_not_in_order'],
    );
    assert.deepEqual(omittedOf(found.report), { background_images: 1 });
  });

  test('[D77] when a box has a language, then it is a translation of the box without one, with its chords', async () => {
    const { song } = await read(
      toShow(
        {
          v: slide('Verse', [
            box('Erstaunliche Gnade', { language: 'de' }),
            { lines: [line('Amazing grace', [{ id: 'c', pos: 8, key: 'G' }])] },
          ]),
        },
        [{ id: 'v' }],
      ),
    );
    const [first] = song.slides;
    assert.equal(first!.text, 'Amazing grace');
    assert.deepEqual(first!.translations, [{ language_tag: 'de', text: 'Erstaunliche Gnade' }]);
    assert.deepEqual(first!.chords, [{ line: 0, at: 8, chord: 'G' }]);
  });

  test('[D77] when each slide has two boxes, then they are two languages; a caption is part of the slide', async () => {
    const both = (second: readonly [string, string]) =>
      read(
        toShow({ v: slide('Verse', [box('One'), box(second[0])]), w: slide('Verse', [box('Two'), box(second[1])]) }, [
          { id: 'v' },
          { id: 'w' },
        ]),
      );
    const { song } = await both(['Eins', 'Zwei']);
    assert.deepEqual(
      song.slides.map(({ translations }) => translations),
      [[{ language_tag: 'und', text: 'Eins' }], [{ language_tag: 'und', text: 'Zwei' }]],
    );
    assert.deepEqual(textsOf(await both(['Song 5', 'Song 5'])), [
      ['v1', 'One\nSong 5'],
      ['v2', 'Two\nSong 5'],
    ]);
  });

  test('[D70] when a slide has only chords, then it is left out, and repeats no other', async () => {
    const chords = { lines: [line('    ', [{ id: 'c', pos: 0, key: 'G' }])] };
    const found = await read(
      toShow({ v: slide('Verse', [box('One')]), w: slide('Verse', [chords]) }, [{ id: 'v' }, { id: 'w' }]),
    );
    assert.deepEqual([textsOf(found), found.song.order], [[['v1', 'One']], null]);
    assert.deepEqual(omittedOf(found.report), { chords: 1, instrumental_parts: 1 });
  });

  test('[D70] when a show states its rights, then the footer has them, and what is left out is counted', async () => {
    const meta = {
      title: 'Amazing Grace',
      author: 'John Newton',
      composer: 'Ann',
      artist: 'Band',
      publisher: 'Press',
      copyright: '© 1900 Press',
      CCLI: '22025',
      year: '1900',
      key: 'G',
      number: '47',
      BPM: '72',
    };
    const items = [box('{meta_title}'), box('Grace'), { type: 'media', src: 'a.mp4' }];
    const { song, report } = await read(
      toShow({ v: slide('Verse', items, { notes: 'slow' }) }, [{ id: 'v', audio: ['x'] }], {
        meta,
        layouts: { a: { slides: [{ id: 'v', audio: ['x'] }] }, b: { slides: [] } },
      }),
    );
    assert.deepEqual(song.footer, {
      authors: 'John Newton, Ann',
      copyright: '© 1900 Press / Press',
      ccli: '22025',
      source: '47',
    });
    assert.deepEqual(song.songbook, { name: '#', number: '47' });
    assert.deepEqual(omittedOf(report), {
      other_titles: 1,
      key: 1,
      comments: 2,
      arrangements: 1,
      media: 2,
      formatting: 1,
    });
  });

  test('[D70] when a show is no song, then the message says what it is', async () => {
    const verses = { v: slide('John 3:16', [box('For God')]) };
    await refused(
      toShow(verses, [{ id: 'v' }], { reference: { type: 'scripture', data: {} } }),
      /show of Bible verses, "Grace"/,
    );
    await refused(toShow({ v: slide('', [{ type: 'media', src: 'a' }]) }, [{ id: 'v' }]), /a show without words/);
    await refused('{"slides":[],"layouts":{}}', /data in JSON/);
  });

  test('[D70] when a show is hostile, then it is refused, or read without what is impossible', async () => {
    const whole = toShow({ v: slide('Verse', [box('Grace')]) }, [{ id: 'v' }]);
    for (const at of [60, 150, whole.length - 1]) await refused(whole.slice(0, at), /seems to be cut off|data in JSON/);
    await refused(whole.replace('"slides":{', '"slides":{oops '), /a\.show, line 1: the file is damaged/);
    const names = await read(
      `{"name":"G","settings":{"activeLayout":"__proto__"},"slides":{"__proto__":${JSON.stringify(slide('constructor', [box('Grace')], { children: ['toString', '__proto__'], globalGroup: 'valueOf' }))}},"layouts":{"constructor":{"slides":[{"id":"__proto__"},{"id":"hasOwnProperty"}]}}}`,
    );
    assert.deepEqual(textsOf(names), [['o1', 'Grace']]);
    const ring = {
      a: slide('Verse', [box('A')], { children: ['b'] }),
      b: slide(null, [box('B')], { children: ['a'] }),
    };
    assert.deepEqual(textsOf(await read(toShow(ring, [{ id: 'a' }]))), [
      ['v1', 'A'],
      ['v1-2', 'B'],
    ]);
    await refused(`{"slides":${'['.repeat(100_000)}${']'.repeat(100_000)},"layouts":{}}`, /data in JSON/);
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`s${at}`, slide('Verse', [box(`Line ${at}`)])]),
    );
    await refused(toShow(many, [{ id: 's0' }]), /more than \d+ (?:slides|verses)/);
    await refused(
      toShow(
        { v: slide('Verse', [box('Grace')]) },
        Array.from({ length: 400 }, () => ({ id: 'v' })),
      ),
      /order of the verses has more than/,
    );
    for (const wrong of [null, 5, 'x', [], {}]) {
      const others = { meta: wrong, layouts: wrong, settings: wrong };
      assert.deepEqual(
        textsOf(await read(toShow({ v: slide('Verse', [box('Grace'), wrong as object]), w: wrong }, [], others))),
        [['v1', 'Grace']],
      );
    }
  });
});
