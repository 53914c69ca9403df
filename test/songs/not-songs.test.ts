import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseSong } from '../../src/songs/parse-song.ts';
import { DamagedSongError } from '../../src/songs/sources/damaged-song-error.ts';

/** A text, the code of its refusal, and what the message names. */
type Refused = readonly [name: string, text: string, code: string, named?: string];

const SHOW = readFileSync(join(import.meta.dirname, 'trials/freeshow.show'), 'utf8');
const OTHERS: readonly Refused[] = [
  ['cut.show', SHOW.slice(0, 400), 'song_is_data', 'JSON'],
  ['a.project', `{"project":{"shows":[{"id":"x"}]},"shows":{"x":${SHOW}}}`, 'song_is_book', '1 song'],
  [
    'book.json',
    '{Abbreviation:"",Guid:"a",Songs:[{Verses:[{Text:"Amazing grace,\nhow sweet"}],Text:"A"},{Verses:[],Text:"B"}],Text:"Book"}',
    'song_is_book',
    '2 songs',
  ],
  ['a.col', 'object AblaufPlanItems: TAblaufPlanItems\n  items = <\n    item\n    end>\nend\n', 'song_is_plan'],
  ['service.osj', '[{"openlp_core": {"lite-service": false}}, {"serviceitem": {}}]', 'song_is_of_program', 'OpenLP'],
  ['h.json', '{"title":"A","lyrics":{"full_text":"Amazing grace"}}', 'song_is_of_program', 'Holyrics'],
  ['a.json', '{\n  "title": "Amazing Grace",\n  "lyrics": "[C]Amazing [G]grace"\n}\n', 'song_is_data', 'JSON'],
  ['list.json', '["Amazing grace", "how sweet"]', 'song_is_data', 'JSON'],
  ['lines.jsonl', '{"title":"A","text":"Amazing"}\n{"title":"B","text":"Grace"}\n', 'song_is_data', 'JSON'],
  ['a.csv', 'title,author,lyrics\nAmazing Grace,John Newton,"Amazing grace, how sweet\nthe sound"\n', 'song_is_table'],
  ['b.csv', 'id;title;text\n1;Amazing Grace;Amazing grace, how sweet\n', 'song_is_table'],
  ['c.csv', '1,Amazing Grace,22025\n2,Be Thou My Vision,30639\n', 'song_is_table'],
  ['a.tsv', 'Amazing Grace\tJohn Newton\nBe Thou My Vision\tunknown\n', 'song_is_table'],
  ['a.md', '| title | words |\n|---|---|\n| Amazing Grace | Amazing grace, how sweet |\n', 'song_is_table'],
  ['a.sql', "-- songs\nINSERT INTO songs (title) VALUES ('Amazing grace');\n", 'song_is_data', 'SQL'],
  ['b.sql', 'CREATE TABLE songs (\n  id INTEGER,\n  title TEXT\n);\n', 'song_is_data', 'SQL'],
  [
    'a.yml',
    '---\ntitle: Amazing Grace\nauthors:\n  - John Newton\nverses:\n  - name: v1\n    text: Amazing grace\n',
    'song_is_data',
    'YAML',
  ],
  ['b.yml', 'title: Amazing Grace\nverse 1: |\n  Amazing grace\n  how sweet\n', 'song_is_data', 'YAML'],
  ['c.yml', 'title: Amazing Grace\nother: x\nverses:\n  - name: v1\n    text: Amazing grace\n', 'song_is_data', 'YAML'],
  ['d.yml', 'title: Grace\n\nother:\n  - x\n  - y\n\ntag: v1\n', 'song_is_data', 'YAML'],
  ['e.yml', '%YAML 1.2\n---\n- title: A\n  other:\n    x: 1\n', 'song_is_data', 'YAML'],
  ['a.ini', '[song]\ntitle=Amazing Grace\nauthor=John Newton\n', 'song_is_data', 'INI'],
  ['a.abc', 'X: 1\nT: Amazing Grace\nM: 3/4\nK: G\nD | G2 B/G/ | B2 A\nw: A-ma-zing grace\n', 'song_is_data', 'ABC'],
  ['a.lrc', '[ti:Amazing Grace]\n[00:12.00]Amazing grace\n[00:17.20]how sweet the sound\n', 'song_is_timed'],
  ['a.srt', '1\n00:00:01,000 --> 00:00:04,000\nAmazing grace\n', 'song_is_timed'],
  ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:04.000\nAmazing grace\n', 'song_is_timed'],
  ['u.txt', '#BPM:100\n: 0 5 10 A\n: 6 4 11 ma\n* 12 3 9 zing\n', 'song_is_timed'],
  ['a.js', "const song = { title: 'Amazing Grace' };\nfunction show(text) {\n  draw(text);\n}\n", 'song_is_code'],
  ['a.py', 'import os\n\ndef show(text):\n    print(text)\n\nshow("Amazing grace")\n', 'song_is_code'],
  ['b.py', 'import os\nprint("Amazing grace")\nfor x in range(3):\n    print(x)\n', 'song_is_code'],
  ['c.py', '# Prints\nfor line in open("a"):\n    if line:\n        print(line)\n    else:\n', 'song_is_code'],
  ['A.java', '// Grace\npublic class A {\n  int x;\n  // sings\n  void sing() {}\n}\n', 'song_is_code'],
  ['a.sh', '#!/bin/sh\necho Amazing grace\n', 'song_is_code'],
  ['a.css', '.song {\n  color: red;\n}\n', 'song_is_code'],
  ['a.tex', '\\documentclass{article}\nAmazing grace\n', 'song_is_code'],
];

/** Songs in plain text that have marks of those. */
const SONGS: readonly string[] = [
  'Verse 1:\nAmazing grace; how sweet the sound;\nthat saved a wretch like me;\n\nChorus:\n(Praise God;)\nPraise God;\n',
  'Holy, holy, holy\nHoly, holy, holy\nHoly, holy, holy\n',
  'Alleluia,alleluia\nAlleluia,alleluia\n',
  'Verse 1:\n  Amazing grace\n  how sweet\nChorus:\n  Praise God\n',
  'Title: Grace\nAuthor: Ann\n\nJesus: Lord\nJesus: King\n',
  '"Amazing grace"\n',
  '[: Amazing :]\n[Halleluja]\n{x2}\n12\n',
  'Create in me a clean heart;\nBegin; select the King from all;\n',
  'Let earth receive her King;\nLet every heart prepare Him room;\nFor He is good;\n',
  'From heaven above\nimport of joy\nclass of love\nReturn, return to God\n',
  'verse 1:\n  amazing grace\nchorus: x2\n  - praise God\n',
  'All:\n  Kyrie eleison\nLeader:\n  Christe eleison\nOther:\n  All: Kyrie eleison\n',
  'for the love of God:\nif you love me:\nreturn to me\nwith you:\n',
  '10:30 we sing\n[2x] we pray (softly)\n',
  'Vater: der Herr\nSohn: der Herr\nGeist: der Herr\n',
  'A\tB\nAmazing grace\n',
];

describe('texts that are not songs', () => {
  for (const [fileName, text, code, named] of OTHERS) {
    test(`[D70] when a text is ${fileName}, then it is refused, and the message says what it looks like`, () =>
      assert.rejects(parseSong(Buffer.from(text), fileName), (error) => {
        assert.ok(error instanceof DamagedSongError, String(error));
        assert.equal(error.reason.code, code);
        if (named !== undefined) assert.ok(error.message.includes(named), error.message);
        return true;
      }));
  }

  for (const text of SONGS) {
    test(`[D70] when the words are ${JSON.stringify(text.slice(0, 40))}, then they are read`, async () => {
      const { song } = await parseSong(Buffer.from(text), 'a.txt');
      assert.ok(song.slides.length > 0);
    });
  }

  test('[D70] when the show that was refused before is imported, then it is a song', async () => {
    for (const text of [SHOW, `["x1", ${SHOW}]`]) {
      const { song } = await parseSong(Buffer.from(text), 'freeshow.show');
      assert.deepEqual([song.title, song.footer?.ccli, song.slides.length], ['Amazing Grace', '22025', 1]);
    }
  });

  test('[D70] when a document in RTF is imported, then it is refused', () =>
    assert.rejects(
      parseSong(readFileSync(join(import.meta.dirname, 'trials/song.rtf')), 'song.rtf'),
      /but a document in RTF: save it as plain text$/,
    ));
});
