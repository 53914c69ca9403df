import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { SONG_MAX_BYTES } from '../../src/contract/limits.ts';
import { DamagedMessageError } from '../../src/songs/formats/propresenter/read-message.ts';
import { readPlaylists } from '../../src/songs/formats/propresenter/read-playlists.ts';
import { parseSong } from '../../src/songs/parse-song.ts';
import { openCollectionFile, readSongs } from '../../src/songs/read-songs.ts';
import { DamagedSongError } from '../../src/songs/sources/damaged-song-error.ts';
import { toZip, type ZipEntry } from '../editions/zip.ts';
import { leastCpuMs } from '../support/server/least-cpu-ms.ts';
import { HYMNS } from './hymns.ts';
import { omittedOf } from './omitted-of.ts';
import { encode, toPresentation, toPro7, type WrittenGroup } from './write-propresenter-7.ts';
import { toPro6 } from './write-song.ts';

const GRACE = ['Amazing grace, how sweet the sound,', 'that saved a wretch like me'];
const GNADE = ['O Gnade Gottes, wunderbar', 'hast du errettet mich'];
const LOST = ['I once was lost,', 'but now am found'];
const VERLOREN = ['Ich war verloren,', 'nun bin ich hier'];

const verse = (...slides: WrittenGroup['slides']): WrittenGroup => ({ name: 'Verse 1', slides });
const read = async (file: Buffer, fileName = 'Grace.pro') => {
  const { song, report } = await parseSong(file, fileName);
  return {
    song,
    slides: song.slides.map(({ id, text }) => `${id}: ${text!.replaceAll('\n', ' / ')}`),
    translations: song.slides.map((slide) =>
      (slide.translations ?? []).map(({ language_tag, text }) => `${language_tag}: ${text.replaceAll('\n', ' / ')}`),
    ),
    omitted: omittedOf(report),
    warnings: report.warnings.map(({ code }) => code),
  };
};

describe('[D70] presentations of ProPresenter 7', () => {
  test('when the name in the document is an old one, then the title is the name of the file', async () => {
    const named = toPresentation([verse([['', GRACE]])], null, {
      name: 'Untitled',
      ccli: { songTitle: 'Amazing Grace' },
    });
    const { song, omitted } = await read(named, 'Gra\u0302ce (Chris).pro');
    assert.deepEqual([song.title, omitted], ['Grâce (Chris)', { other_titles: 1 }]);
    assert.equal((await read(named, '')).song.title, 'Amazing Grace');
  });

  test('when two groups have one name, then an arrangement names each of them', async () => {
    const groups = [
      verse([['', GRACE]]),
      { name: 'Chorus', slides: [[['', LOST]]] },
      { name: 'Chorus', slides: [[['', ['Praise']]]] },
    ] as const;
    const { song, slides } = await read(toPresentation(groups, [0, 2, 1, 2]));
    assert.deepEqual(slides.slice(1), ['c1: I once was lost, / but now am found', 'c2: Praise']);
    assert.deepEqual(song.order, ['v1', 'c2', 'c1', 'c2']);
  });

  test('when two groups of ProPresenter 6 have one name, then an arrangement names each of them', async () => {
    const chorus = (id: string, line: string) => ({ id, word: 'Chorus', number: 1, slides: [[line]] }) as const;
    const verses = [chorus('a', 'Praise'), chorus('b', 'Glory')];
    const { song } = await parseSong(Buffer.from(toPro6({ ...HYMNS[0]!, verses, order: ['b', 'a', 'b'] })), 'a.pro6');
    assert.deepEqual(
      [song.slides.map(({ text }) => text), song.order],
      [
        ['Praise', 'Glory'],
        ['c2', 'c1', 'c2'],
      ],
    );
  });

  test('when slides are disabled or empty, or have media, notes and actions, then they are left out and counted', async () => {
    const file = toPresentation(
      [
        verse(
          {
            boxes: [['', GRACE]],
            slide: { notes: { rtfData: Buffer.from('{\\rtf1 softly}') }, chordChart: { absoluteString: 'a.pdf' } },
          },
          { boxes: [['', LOST]], cue: { isEnabled: false } },
          [['', ['']]],
          { boxes: [], cue: { actions: [{ media: { video: {} } }, { media: { audio: {} } }, { timer: {} }] } },
        ),
      ],
      null,
      { notes: 'slowly', musicKey: 'G', arrangements: [{ uuid: { string: 'x' } }] },
    );
    const { slides, omitted, warnings } = await read(file);
    assert.deepEqual(slides, [`v1: ${GRACE.join(' / ')}`]);
    assert.deepEqual(omitted, {
      actions: 1,
      arrangements: 1,
      background_images: 1,
      comments: 2,
      disabled_slides: 1,
      empty_slides: 1,
      key: 1,
      media: 1,
      notation: 1,
    });
    assert.deepEqual(warnings, []);
  });

  test('when all slides are disabled, then they are read with a warning', async () => {
    const { slides, warnings } = await read(
      toPresentation([verse({ boxes: [['', GRACE]], cue: { isEnabled: false } })], null),
    );
    assert.deepEqual([slides.length, warnings], [1, ['song_slides_disabled']]);
  });

  test('when slides are in no group, then their labels name the parts', async () => {
    const cues = ['Verse 1', 'Chorus'].map((text, at) => ({
      uuid: { string: `${at}` },
      isEnabled: true,
      actions: [
        {
          label: { text },
          slide: {
            presentation: {
              baseSlide: { elements: [{ element: { text: { rtfData: Buffer.from(`{\\rtf1 ${text}s words}`) } } }] },
            },
          },
        },
      ],
    }));
    const { slides } = await read(encode('Presentation', { uuid: { string: 'a' }, cues }));
    assert.deepEqual(slides, ['v1: Verse 1s words', 'c1: Choruss words']);
  });

  test('[D77] when a text has chords, then each stands before its letter, and those without words are counted', async () => {
    const chord = (start: number, name: string) => ({ range: { start, end: start + 1 }, chord: name });
    const rtfData = Buffer.from('{\\rtf1 \\u196?mazing grace\\par how sweet\\par }');
    const attributes = {
      customAttributes: [chord(0, 'G'), chord(8, 'C/E'), chord(18, 'D'), chord(24, 'Em'), { range: {} }],
    };
    const { song, omitted } = await read(
      toPresentation([verse([['', [], { element: { text: { rtfData, attributes } } }]])], null),
    );
    assert.deepEqual(song.slides[0]!.chords, [
      { line: 0, at: 0, chord: 'G' },
      { line: 0, at: 8, chord: 'C/E' },
      { line: 1, at: 4, chord: 'D' },
    ]);
    assert.deepEqual(omitted, { chords: 1 });
  });
});

describe('[D77] slides of ProPresenter 7 with several texts', () => {
  const LANGUAGES: readonly (readonly [first: string, second: string, tag: string | null, other: string])[] = [
    ['Original', 'Deutsch', null, 'de'],
    ['English', 'German', 'en', 'de'],
    ['Primary', 'Secondary', null, 'und'],
    ['Text', 'Übersetzung', null, 'und'],
  ];
  for (const [first, second, tag, other] of LANGUAGES) {
    test(`when the boxes are ${first} and ${second}, then the second has a translation`, async () => {
      // The box that is above does not decide.
      const boxes = [
        [second, VERLOREN],
        [first, LOST],
      ] as const;
      const { song, slides, translations, warnings } = await read(
        toPresentation(
          [
            verse(
              [[first, GRACE]],
              [
                [first, GRACE],
                [second, GNADE],
              ],
              boxes,
            ),
          ],
          null,
        ),
      );
      assert.deepEqual(
        [slides[2], translations[2]],
        [`v1-3: ${LOST.join(' / ')}`, [`${other}: ${VERLOREN.join(' / ')}`]],
      );
      assert.deepEqual([song.language_tag, warnings], [tag, []]);
    });
  }

  test('when only the lines suggest a translation, then a warning says so', async () => {
    const { translations, warnings } = await read(
      toPresentation(
        [
          verse(
            [
              ['', GRACE],
              ['', GNADE],
            ],
            [
              ['', LOST],
              ['', VERLOREN],
            ],
          ),
        ],
        null,
      ),
    );
    assert.deepEqual(translations, [[`und: ${GNADE.join(' / ')}`], [`und: ${VERLOREN.join(' / ')}`]]);
    assert.deepEqual(warnings, ['song_second_text']);
  });

  test('when a second text has another form, such as a reference, then it is part of the words', async () => {
    const { slides, translations } = await read(
      toPresentation(
        [
          verse(
            [
              ['Verse', GRACE],
              ['Spanish Reference', ['John 1:1']],
            ],
            [
              ['Verse', LOST],
              ['Spanish Reference', ['John 1:2']],
            ],
          ),
        ],
        null,
      ),
    );
    assert.deepEqual(slides, [`v1: ${GRACE.join(' / ')} / John 1:1`, `v1-2: ${LOST.join(' / ')} / John 1:2`]);
    assert.deepEqual(translations, [[], []]);
  });

  test('when a slide has only the translation, then it shows it', async () => {
    const { slides } = await read(
      toPresentation(
        [
          verse(
            [
              ['Text', GRACE],
              ['Deutsch', GNADE],
            ],
            [['Deutsch', VERLOREN]],
          ),
        ],
        null,
      ),
    );
    assert.equal(slides[1], `v1-2: ${VERLOREN.join(' / ')}`);
  });

  test('when a text repeats another, is hidden, comes from elsewhere or never changes, then it is left out, the latter with its words', async () => {
    const church = ['church', ['Grace Church']] as const;
    const slide = (lines: readonly string[]) =>
      [
        church,
        ['Text', lines],
        ['Shadow', lines],
        ['Clock', ['12:00'], { dataLinks: [{ alternateText: {} }] }],
        ['Note', ['hidden'], { element: { hidden: true } }],
      ] as const;
    const { slides, omitted, warnings, song } = await read(
      toPresentation([verse(slide(GRACE), slide(LOST), slide(['Praise']))], null),
    );
    assert.deepEqual(slides, [`v1: ${GRACE.join(' / ')}`, `v1-2: ${LOST.join(' / ')}`, 'v1-3: Praise']);
    assert.deepEqual(
      [omitted, warnings, song.slides.some(({ translations }) => translations)],
      [{ captions: 9 }, ['song_caption'], false],
    );
  });

  test('when an element is only linked to a condition, then its text is read', async () => {
    const { slides } = await read(
      toPresentation([verse([['Text', GRACE, { dataLinks: [{ visibilityLink: {} }] }]])], null),
    );
    assert.equal(slides.length, 1);
  });
});

describe('[D77] slides of ProPresenter 6 with two texts', () => {
  test('when the boxes are named as languages, then the second has a translation, and no word is missing', async () => {
    const box = (name: string, line: string) =>
      `<RVTextElement displayName="${name}"><NSString rvXMLIvarName="PlainText">${Buffer.from(line).toString('base64')}</NSString>
       <NSString rvXMLIvarName="RTFData">${Buffer.from(`{\\rtf1 ${line}}`).toString('base64')}</NSString></RVTextElement>`;
    const slide = box('English', 'Amazing grace') + box('Deutsch', 'O Gnade') + box('Shadow', 'Amazing grace');
    const file = toPro6(HYMNS[0]!).replace(/<RVTextElement.*<\/RVTextElement>/s, slide);
    const { song, slides, translations, warnings } = await read(Buffer.from(file), 'a.pro6');
    assert.deepEqual([slides, translations], [['v1: Amazing grace'], [['de: O Gnade']]]);
    assert.deepEqual([song.language_tag, warnings], ['en', []]);
  });
});

describe('[D70] a damaged presentation of ProPresenter 7 is refused', () => {
  const file = toPro7(HYMNS[0]!);
  const refused = (bytes: Buffer, reason: RegExp) =>
    assert.rejects(parseSong(bytes, 'a.pro'), (error) => {
      assert.ok(error instanceof DamagedSongError, String(error));
      assert.match(error.message, reason);
      return true;
    });
  const withRtf = (rtf: string) =>
    toPresentation([verse([['', [], { element: { text: { rtfData: Buffer.from(rtf, 'latin1') } } }]])], null);

  test('when it is cut off anywhere, then it is read as far as its messages are whole, or refused', async () => {
    let whole = 0;
    for (let end = 1; end < file.length; end += 7) {
      const result = await parseSong(file.subarray(0, end), 'a.pro').catch((error) => error);
      if (!(result instanceof Error)) whole++;
      else assert.ok(result instanceof DamagedSongError, String(result));
    }
    // The end of a message is the end of a file.
    assert.ok(whole < file.length / 7 / 10, `${whole}`);
  });

  const BROKEN: readonly (readonly [name: string, bytes: Buffer, reason: RegExp])[] = [
    [
      'a length is beyond the end',
      Buffer.concat([file, Buffer.from([0x6a, 0xff, 0xff, 0xff, 0x7f])]),
      /damaged or cut off/,
    ],
    ['a length has no end', Buffer.concat([file, Buffer.from([0x6a]), Buffer.alloc(20, 0xff)]), /damaged or cut off/],
    [
      'a message is longer than the one around it',
      Buffer.concat([file, Buffer.from([0x6a, 2, 0x0a, 9]), Buffer.alloc(9)]),
      /damaged or cut off/,
    ],
    ['a field has an unknown wire type', Buffer.concat([file, Buffer.from([0x6f, 0])]), /damaged or cut off/],
    ['a field has the number 0', Buffer.concat([file, Buffer.from([2, 0])]), /damaged or cut off/],
    ['groups are nested deep', Buffer.concat([file, Buffer.alloc(100_000, 0x0b)]), /damaged or cut off/],
    [
      'it has millions of slides',
      Buffer.concat([file, Buffer.from('6a00'.repeat(1_000_000), 'hex')]),
      /damaged or cut off/,
    ],
    ['its text is in another encoding', Buffer.from(file.toString('latin1'), 'utf8'), /damaged or cut off|no words/],
    [
      'it has no slides',
      encode('Presentation', { applicationInfo: { platform: 1 }, name: 'a' }),
      /the song has no words/,
    ],
    ['an RTF is cut off', withRtf('{\\rtf1 Amazing'), /RTF of a slide is damaged: it ends too early/],
    ['an RTF is none', withRtf('Amazing'), /it is not RTF/],
    ['an RTF is nested deep', withRtf(`{\\rtf1 ${'{'.repeat(5_000)}`), /nested more than 100 deep/],
    ['an RTF is long', withRtf(`{\\rtf1 ${'a'.repeat(600_000)}}`), /more than 512 KiB/],
    ['a slide is long', withRtf(`{\\rtf1 ${'a'.repeat(5_000)}}`), /slide has more than 4,?000 characters/],
    [
      'an arrangement is long',
      toPresentation(
        [verse([['', GRACE]])],
        Array.from({ length: 400 }, () => 0),
      ),
      /order of the verses has more than 300 slides/,
    ],
    [
      'it has many slides',
      toPresentation([verse(...Array.from({ length: 201 }, (_, at) => [['', [`${at} a`]]] as const))], null),
      /more than 200 slides/,
    ],
  ];
  for (const [name, bytes, reason] of BROKEN)
    test(`when ${name}, then it is refused with a sentence`, () => refused(bytes, reason));

  test('[Limits] when 5 MiB repeat a few bytes, then they are refused within seconds', async () => {
    const head = file.subarray(0, 20);
    for (const body of ['6a00', '6a02520052', '0b', '0b0c', '6a0aba01071205', '52005200', '00', 'ff']) {
      const bytes = Buffer.concat([head, Buffer.alloc(SONG_MAX_BYTES - head.length, body, 'hex')]);
      const took = await leastCpuMs(5_000, () => assert.rejects(parseSong(bytes, 'a.pro'), DamagedSongError));
      assert.ok(took < 5_000, `${body} took ${took} ms`);
    }
  });

  test('[Limits] when a slide has thousands of boxes, chords and lines, then it is refused within seconds', async () => {
    const boxes = Array.from({ length: 60_000 }, (_, at): [string, string[], object] => [
      `${at}`,
      [],
      { element: { text: { rtfData: Buffer.from(`{\\rtf1 a${at}}`) } } },
    ]);
    const customAttributes = Array.from({ length: 100_000 }, (_, start) => ({ range: { start }, chord: 'G' }));
    const text = { rtfData: Buffer.from(`{\\rtf1 a${'\\par '.repeat(90_000)}}`), attributes: { customAttributes } };
    for (const slide of [boxes, [['', [], { element: { text } }]]] as const) {
      const bytes = toPresentation([verse(slide)], null);
      const took = await leastCpuMs(5_000, () => assert.rejects(parseSong(bytes, 'a.pro'), DamagedSongError));
      assert.ok(took < 5_000, `took ${took} ms`);
    }
  });

  test('when a byte is changed, then it is read, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Buffer.from(file);
        changed[at] = byte;
        await parseSong(changed, 'a.pro').catch((error) => assert.ok(error instanceof DamagedSongError, String(error)));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('[D65] playlists of ProPresenter 7', () => {
  const document = (path: object, more = {}) => ({ presentation: { documentPath: path, ...more } });
  const toPlaylists = (playlist: object) => encode('PlaylistDocument', { rootNode: playlist });
  const FILES = ['Amazing Grace.pro', 'Songs/Cantai ao Senhor é bom.pro', 'Be Thou.pro'];

  test('when playlists have songs, headers and placeholders, then each is a plan with its entries in order', () => {
    const items = [
      { name: 'Worship', header: {} },
      {
        name: 'Amazing Grace',
        ...document({ absoluteString: 'file:///Users/a/Amazing%20Grace.pro' }, { arrangementName: 'Short' }),
      },
      { name: 'Cantai', ...document({ relativePath: 'Libraries/Songs/Cantai ao Senhor e\u0301 bom.pro' }) },
      {
        name: 'Be Thou',
        planningCenter: { linkedData: { name: 'other', ...document({ absoluteString: 'C:\\Users\\a\\be thou.pro' }) } },
      },
      { name: 'Elsewhere', ...document({ local: { path: 'Libraries/Elsewhere.pro' }, absoluteString: 'file:///%' }) },
      { name: 'Sermon', placeholder: {} },
      { name: 'Countdown', cue: {} },
      { name: 'Secret', header: {}, isHidden: true },
      { header: {} },
    ];
    const bytes = toPlaylists({
      name: 'PLAYLIST',
      playlists: {
        playlists: [
          { name: 'Empty', items: {} },
          { name: 'Folder', playlists: { playlists: [{ name: ' Sunday ', items: { items } }] } },
        ],
      },
    });
    assert.deepEqual(readPlaylists(bytes, FILES), [
      {
        title: 'Sunday',
        date: null,
        entries: [
          { title: 'Worship' },
          { title: 'Amazing Grace', song: FILES[0], note: 'Short' },
          { title: 'Cantai', song: FILES[1] },
          { title: 'Be Thou', song: FILES[2] },
          { title: 'Elsewhere' },
          { title: 'Sermon' },
          { title: 'Countdown' },
        ],
      },
    ]);
  });

  test('when folders or items are nested deep, or the document is cut off, then it is refused', () => {
    let folder: object = { name: 'a', items: { items: [{ name: 'a', header: {} }] } };
    for (let depth = 0; depth < 20; depth++) folder = { playlists: { playlists: [folder] } };
    let item: object = { name: 'a', header: {} };
    for (let depth = 0; depth < 20; depth++) item = { placeholder: { linkedData: item } };
    const whole = toPlaylists(folder);
    for (const bytes of [whole, toPlaylists({ items: { items: [item] } }), whole.subarray(0, -1)]) {
      assert.throws(() => readPlaylists(bytes, []), DamagedMessageError);
    }
  });
});

describe('[D70] archives of ProPresenter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-propresenter-'));
  after(() => rmSync(folder, { recursive: true }));
  const readArchive = async (entries: readonly ZipEntry[]) => {
    const path = join(folder, 'archive');
    writeFileSync(path, toZip(entries));
    const items = await Array.fromAsync(readSongs(await openCollectionFile(path, 'a.proplaylist'), {}));
    return items.map((item) => [
      item.name,
      item.kind === 'song'
        ? item.song.title
        : item.kind === 'plan'
          ? item.plan.entries
          : item.kind === 'refused'
            ? item.reason.code
            : item.kind === 'omitted'
              ? item.omission
              : null,
    ]);
  };
  const song = toPresentation([verse([['', GRACE]])], null);
  const items = [{ name: 'É bom', presentation: { documentPath: { absoluteString: '/Users/a/E\u0301 bom.pro' } } }];
  const data = encode('PlaylistDocument', {
    rootNode: { playlists: { playlists: [{ name: 'Sunday', items: { items } }] } },
  });

  test('when a playlist is read, then its songs and its order of service are, and its media are counted', async () => {
    assert.deepEqual(
      await readArchive([
        { name: 'data', content: data, stored: true },
        { name: 'É bom.pro', content: song, unflagged: true },
        { name: '/Users/a/background.mp4', content: 'x' },
        { name: 'C:\\Users\\a\\picture.jpg', content: 'x' },
      ]),
      [
        ['É bom.pro', 'É bom'],
        ['Users/a/background.mp4', 'media'],
        ['Users/a/picture.jpg', 'pictures'],
        ['Sunday', [{ title: 'É bom', song: 'É bom.pro' }]],
      ],
    );
  });

  test('when the playlist is damaged or too large, then its songs are read and the refusal says so', async () => {
    for (const content of [data.subarray(0, -1), Buffer.alloc(SONG_MAX_BYTES + 1)]) {
      assert.deepEqual(
        await readArchive([
          { name: 'data', content },
          { name: 'a.pro', content: song },
        ]),
        [
          ['a.pro', 'a'],
          ['data', 'song_plan_damaged'],
        ],
      );
    }
  });

  test('when a playlist of ProPresenter 6 is read, then its songs and its order of service are', async () => {
    const cue = (path: string) => `<RVDocumentCue displayName="Hymn" filePath="${path}" selectedArrangementID=""/>`;
    const node = (title: string, children: string) =>
      `<RVPlaylistNode displayName="${title}"><array rvXMLIvarName="children">${children}</array></RVPlaylistNode>`;
    const header = '<RVHeaderCue displayName="Songs"/><RVMediaCue displayName="Film"><RVVideoElement/></RVMediaCue>';
    const cues = `${header}${cue('file:///Users/a/b%20c.pro6')}${cue('C%3A%5CUsers%5Ca%5Celsewhere.pro6')}`;
    const content = `<RVPlaylistDocument versionNumber="600">${node('root', node('Empty', '') + node('Sunday', cues))}</RVPlaylistDocument>`;
    const songs = [{ name: 'b c.pro6', content: toPro6(HYMNS[0]!) }];
    assert.deepEqual(await readArchive([{ name: 'data.pro6pl', content }, ...songs]), [
      ['b c.pro6', HYMNS[0]!.title],
      ['Sunday', [{ title: 'Songs' }, { title: 'Film' }, { title: 'Hymn', song: 'b c.pro6' }, { title: 'Hymn' }]],
    ]);
    assert.deepEqual((await readArchive([{ name: 'data.pro6pl', content: content.slice(0, -9) }, ...songs])).at(-1), [
      'data.pro6pl',
      'song_plan_damaged',
    ]);
  });

  test('when a bundle of ProPresenter 6 or 7 is read, then its presentations are', async () => {
    const bundle = [
      { name: 'a.pro', content: song },
      { name: 'b.pro6', content: toPro6(HYMNS[0]!) },
    ];
    assert.deepEqual(await readArchive(bundle), [
      ['a.pro', 'a'],
      ['b.pro6', HYMNS[0]!.title],
    ]);
  });
});
