import type { Hymn, HymnVerse } from './hymns.ts';

/** Writes hymns in each format, after its documentation and files of its programs. */

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const sungVerses = ({ order, verses }: Hymn): HymnVerse[] =>
  order.map((id) => verses.find((verse) => verse.id === id)!);
const isRepeated = (hymn: Hymn, at: number) => hymn.order.indexOf(hymn.order[at]!) < at;
const hasRepeats = (hymn: Hymn) => new Set(hymn.order).size < hymn.order.length;

/** Puts a text into the middle of the longest word of a line. */
function insertInto(line: string, text: string): string {
  const word = line.split(' ').toSorted((a, b) => b.length - a.length)[0]!;
  const at = line.indexOf(word) + Math.floor(word.length / 2);
  return line.slice(0, at) + text + line.slice(at);
}

export function toOpenLyrics(hymn: Hymn, version: '0.8' | '0.9'): string {
  const chord = version === '0.8' ? '<chord name="Am7"/>' : '<chord root="A" structure="min7"/>';
  const verses = hymn.verses.map(({ id, slides }) => {
    const name = id === 'c1' ? 'c' : id;
    const lines = slides.map((slide, at) => {
      const breaks = at < slides.length - 1 ? ' break="optional"' : '';
      const [first, ...others] = slide.map((line) => xml(line));
      return `      <lines${breaks}>\n        ${[insertInto(first!, chord), ...others].join('<br/>\n        ')}\n      </lines>`;
    });
    return `    <verse name="${name}">\n${lines.join('\n')}\n    </verse>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<song xmlns="http://openlyrics.info/namespace/2009/song" version="${version}" createdIn="a test" modifiedDate="2012-04-10T22:00:00+10:00">
  <properties>
    <titles><title>${xml(hymn.title)}</title></titles>
    <authors>${hymn.authors.map((author) => `<author>${xml(author)}</author>`).join('')}</authors>
    <copyright>Public Domain</copyright>
    ${hymn.ccli ? `<ccliNo>${hymn.ccli}</ccliNo>` : ''}
    <songbooks><songbook name="Hymns" entry="7"/></songbooks>
    <verseOrder>${hymn.order.map((id) => (id === 'c1' ? 'c' : id)).join(' ')}</verseOrder>
    <key>C</key>
  </properties>
  <lyrics>
${verses.join('\n')}
  </lyrics>
</song>
`;
}

export function toOpenSong(hymn: Hymn): string {
  const name = ({ word, number }: HymnVerse) => (word === 'Chorus' ? 'C' : `${word[0]}${number}`);
  const verses = hymn.verses.map((verse) => {
    const slides = verse.slides.map((slide) =>
      slide.map((line) => `.   G      C/E\n ${insertInto(line, '__')}`).join('\n'),
    );
    return `[${name(verse)}]\n;a note\n${slides.join('\n ||\n')}`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<song>
  <title>${xml(hymn.title)}</title>
  <author>${xml(hymn.authors.join(', '))}</author>
  <copyright>Public Domain</copyright>
  <ccli>${hymn.ccli ?? ''}</ccli>
  <hymn_number>Hymns 7</hymn_number>
  <presentation>${sungVerses(hymn).map(name).join(' ')}</presentation>
  <key>G</key>
  <lyrics>${xml(verses.join('\n\n'))}
</lyrics>
</song>
`;
}

export function toChordPro(hymn: Hymn): string {
  const verses = sungVerses(hymn).map((verse, at) => {
    const section = verse.word.toLowerCase();
    if (isRepeated(hymn, at)) return '{chorus}';
    const slides = verse.slides.map((slide) => slide.map((line) => insertInto(line, '[Am7]')).join('\n'));
    const label = verse.word === 'Chorus' ? '' : `: ${verse.word} ${verse.number}`;
    return `{start_of_${section}${label}}\n${slides.join('\n\n')}\n{end_of_${section}}`;
  });
  return [
    `{title: ${hymn.title}}`,
    ...hymn.authors.map((author) => `{composer: ${author}}`),
    '{copyright: Public Domain}',
    '{songbook: Hymns 7}',
    ...(hymn.ccli ? [`{ccli: ${hymn.ccli}}`] : []),
    '{key: C}',
    '# a note of the program',
    '{comment: quietly}',
    '',
    verses.join('\n\n'),
    '',
  ].join('\n');
}

/** The format has no order: each verse stands once. */
export function toUsr(hymn: Hymn): string {
  const words = hymn.verses.map(({ slides }) => slides.map((slide) => slide.join('/n')).join('/n/n'));
  return [
    '[File]',
    'Type=SongSelect Import File',
    'Version=3.0',
    `[S A${hymn.ccli ?? '1'}]`,
    `Title=${hymn.title}`,
    `Author=${hymn.authors.map((author) => author.replace(/^(.*) (\S+)$/, '$2, $1')).join(' | ')}`,
    'Copyright=Public Domain',
    'Admin=',
    'Themes=Grace/tPraise',
    'Keys=G',
    `Fields=${hymn.verses.map(({ word, number }) => `${word} ${number}`).join('/t')}`,
    `Words=${words.join('/n/t')}/n/t`,
    '',
  ].join('\r\n');
}

/** Repeated verses stand in full where they are sung. */
export function toSongSelectText(hymn: Hymn): string {
  const label = ({ word, number }: HymnVerse) => (word === 'Chorus' ? 'Chorus' : `${word} ${number}`);
  const verses = sungVerses(hymn).map(
    (verse) => `${label(verse)}\n${verse.slides.map((slide) => slide.join('\n')).join('\n\n')}`,
  );
  const footer = [
    `CCLI Song # ${hymn.ccli ?? '1'}`,
    hymn.authors.join(' | '),
    '© Words: Public Domain',
    'For use solely with the SongSelect® Terms of Use. All rights reserved. www.ccli.com',
    'CCLI License # 00000',
  ];
  return `${hymn.title}\n\n\n${verses.join('\n\n\n')}\n\n${footer.join('\n')}\n`.replaceAll('\n', '\r\n');
}

const GERMAN = { Verse: 'Vers', Chorus: 'Refrain', Bridge: 'Bridge' } as const;

export function toSongBeamer(hymn: Hymn): string {
  const label = ({ word, number }: HymnVerse) => (word === 'Verse' ? `Vers ${number}` : GERMAN[word]);
  const header = [
    '#LangCount=1',
    `#Title=${hymn.title}`,
    '#Editor=SongBeamer 4.47',
    '#Version=3',
    ...hymn.authors.map((author, at) => `#${at === 0 ? 'Author' : 'Melody'}=${author}`),
    '#(c)=gemeinfrei',
    '#Songbook=Hymns 7',
    ...(hymn.ccli ? [`#CCLI=${hymn.ccli}`] : []),
    `#Chords=${Buffer.from('0,0,Am7\r5,1,G\r').toString('base64')}`,
    '#BackgroundImage=Berge\\See.jpg',
    `#VerseOrder=${sungVerses(hymn).map(label).join(',')},STOP`,
  ];
  const verses = hymn.verses.map(
    (verse) => `---\n${label(verse)}\n${verse.slides.map((slide) => slide.join('\n')).join('\n--\n')}`,
  );
  return `${header.join('\n')}\n${verses.join('\n')}\n`.replaceAll('\n', '\r\n');
}

/** Encodes text as programs do: `\'hh` for Windows-1252, or `\uN?` for every character beyond ASCII. */
export function toRtf(lines: readonly string[], style: 'hex' | 'unicode'): string {
  const encoded = lines.map((line) =>
    [...line]
      .map((character) => {
        if (character.charCodeAt(0) < 0x80) return character.replace(/[\\{}]/g, '\\$&');
        const byte = toWindows1252(character)[0]!;
        return style === 'hex' && byte !== 0x3f
          ? `\\'${byte.toString(16)}`
          : `\\u${((character.charCodeAt(0) + 0x8000) & 0xffff) - 0x8000}?`;
      })
      .join(''),
  );
  const head =
    '{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{\\fonttbl{\\f0\\fcharset0 Helvetica;}{\\f1\\fswiss Arial;}}{\\colortbl;\\red255\\green255\\blue255;}{\\*\\generator Test;}';
  return `${head}\\pard\\qc{\\f0\\fs120\\cf1 ${encoded.join('\\par\n')}}}`;
}

const HIGH = [...new TextDecoder('windows-1252').decode(Buffer.from(Array.from({ length: 128 }, (_, at) => at + 128)))];

/** Encodes text in Windows-1252, and what is not in it as "?". */
export function toWindows1252(text: string): Buffer {
  return Buffer.from(
    [...text].map((character) => {
      const code = character.codePointAt(0)!;
      if (code < 0x80) return code;
      const at = HIGH.indexOf(character);
      return at === -1 ? 0x3f : at + 0x80;
    }),
  );
}

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const uuid = (at: number) => `E2F65DE0-5E6D-4290-8C07-${String(at).padStart(12, '0')}`;
const proAttributes = (hymn: Hymn) =>
  `category="Song" notes="" CCLIDisplay="0" CCLISongTitle="${xml(hymn.title)}" CCLIPublisher="Press" resourcesDirectory=""`;

/** Version 4 has slides with labels, and no order: repeated slides stand where they are shown. */
export function toPro4(hymn: Hymn): string {
  const slides = sungVerses(hymn).flatMap(({ word, number, slides: own }) =>
    own.map(
      (
        slide,
        at,
      ) => `    <RVDisplaySlide label="${at === 0 ? `${word} ${number}` : ''}" notes="" enabled="1" slideType="1">
      <cues containerClass="NSMutableArray"/>
      <displayElements containerClass="NSMutableArray">
        <RVTextElement displayName="" RTFData="${base64(toRtf(slide, 'hex'))}" serialization-array-index="0">
          <_-RVRect3D-_position x="10" y="10" z="0" width="1004" height="748"/>
        </RVTextElement>
      </displayElements>
    </RVDisplaySlide>`,
    ),
  );
  return `<?xml version="1.0"?>
<RVPresentationDocument height="768" width="1024" versionNumber="401" ${proAttributes(hymn)} CCLIArtistCredits="${xml(hymn.authors.join('; '))}" CCLICopyrightInfo="1900" CCLILicenseNumber="${hymn.ccli ?? ''}">
  <slides containerClass="NSMutableArray">
${slides.join('\n')}
  </slides>
</RVPresentationDocument>
`;
}

export function toPro5(hymn: Hymn): string {
  const groups = hymn.verses.map(({ word, number, slides }, at) => {
    const written = slides.map(
      (slide) => `<RVDisplaySlide label="" enabled="1"><displayElements containerClass="NSMutableArray">
          <RVTextElement RTFData="${base64(toRtf(slide, 'unicode'))}"/></displayElements></RVDisplaySlide>`,
    );
    return `    <RVSlideGrouping name="${word} ${number}" uuid="${uuid(at)}" color="1 1 1 0">
      <slides containerClass="NSMutableArray">${written.join('\n')}</slides>
    </RVSlideGrouping>`;
  });
  const ids = hymn.order.map((id) => uuid(hymn.verses.findIndex((verse) => verse.id === id)));
  const arrangement = `<RVSongArrangement name="Sunday" uuid="${uuid(900)}"><groupIDs containerClass="NSMutableArray">${ids
    .map((id) => `<NSMutableString serialization-native-value="${id}"/>`)
    .join('')}</groupIDs></RVSongArrangement>`;
  return `<?xml version="1.0"?>
<RVPresentationDocument height="768" width="1024" versionNumber="500" ${proAttributes(hymn)} selectedArrangementID="${uuid(900)}" CCLIArtistCredits="${xml(hymn.authors.join('; '))}" CCLICopyrightInfo="1900" CCLILicenseNumber="${hymn.ccli ?? ''}">
  <groups containerClass="NSMutableArray">
${groups.join('\n')}
  </groups>
  <arrangements containerClass="NSMutableArray">${hasRepeats(hymn) ? arrangement : ''}</arrangements>
</RVPresentationDocument>
`;
}

export function toPro6(hymn: Hymn): string {
  const groups = hymn.verses.map(({ word, number, slides }, at) => {
    const written = slides.map(
      (slide) => `<RVDisplaySlide enabled="true" label="" notes="">
          <array rvXMLIvarName="cues"/><array rvXMLIvarName="displayElements"><RVTextElement displayName="">
            <RVRect3D rvXMLIvarName="position">{10 10 0 1004 748}</RVRect3D>
            <NSString rvXMLIvarName="PlainText">${Buffer.from('not the text').toString('base64')}</NSString>
            <NSString rvXMLIvarName="RTFData">${base64(toRtf(slide, at % 2 === 0 ? 'hex' : 'unicode'))}</NSString>
            <NSString rvXMLIvarName="WinFlowData">bm90IHJlYWQ=</NSString>
          </RVTextElement></array></RVDisplaySlide>`,
    );
    return `    <RVSlideGrouping name="${word} ${number}" color="1 1 1 0" uuid="${uuid(at)}">
      <array rvXMLIvarName="slides">${written.join('\n')}</array>
    </RVSlideGrouping>`;
  });
  const ids = hymn.order.map((id) => uuid(hymn.verses.findIndex((verse) => verse.id === id)));
  const arrangement = `<RVSongArrangement name="Sunday" uuid="${uuid(900)}"><array rvXMLIvarName="groupIDs">${ids
    .map((id) => `<NSString>${id}</NSString>`)
    .join('')}</array></RVSongArrangement>`;
  return `\ufeff<?xml version="1.0" encoding="utf-8"?>
<RVPresentationDocument height="768" width="1024" versionNumber="600" ${proAttributes(hymn)} selectedArrangementID="${hasRepeats(hymn) ? uuid(900) : ''}" CCLIAuthor="${xml(hymn.authors.join('; '))}" CCLIArtistCredits="" CCLICopyrightYear="1900" CCLISongNumber="${hymn.ccli ?? ''}">
  <array rvXMLIvarName="groups">
${groups.join('\n')}
  </array>
  <array rvXMLIvarName="arrangements">${hasRepeats(hymn) ? arrangement : ''}</array>
</RVPresentationDocument>
`;
}

const PLAIN_LABELS = {
  en: { Verse: 'Verse', Chorus: 'Chorus', Bridge: 'Bridge' },
  de: { Verse: 'Strophe', Chorus: 'Refrain', Bridge: 'Brücke' },
  pt: { Verse: 'Estrofe', Chorus: 'Refrão', Bridge: 'Ponte' },
} as const;

/** A repeated verse is only its label. */
export function toPlainText(hymn: Hymn, language: 'en' | 'de' | 'pt'): string {
  const labels = PLAIN_LABELS[language];
  const label = ({ word, number }: HymnVerse) =>
    word === 'Verse' ? (language === 'de' ? `${number}. Strophe` : `${labels.Verse} ${number}:`) : labels[word];
  const blocks = sungVerses(hymn).map((verse, at) =>
    isRepeated(hymn, at)
      ? label(verse)
      : `${label(verse)}\n${verse.slides.map((slide) => slide.join('\n')).join('\n\n')}`,
  );
  return `${hymn.title}\n\n${blocks.join('\n\n')}\n\nText: ${hymn.authors.join(' | ')}\nPublic Domain\nCCLI ${hymn.ccli ?? '1'}\n`;
}

/** Only paragraphs. */
export const toBareText = ({ title, verses }: Hymn): string =>
  `${title}\n\n${verses.flatMap(({ slides }) => slides.map((slide) => slide.join('\n'))).join('\n\n')}\n`;

/** Returns a show, whose verses have their further slides as children. */
export function toFreeShow(hymn: Hymn): string {
  const slides = hymn.verses.flatMap(({ id, word, number, slides: own }) =>
    own.map((lines, at) => [
      `${id}_${at}`,
      {
        group: at === 0 ? `${word} ${number}` : null,
        color: null,
        settings: {},
        notes: '',
        globalGroup: word.toLowerCase(),
        items: [{ style: '', lines: lines.map((line) => ({ align: '', text: [{ style: '', value: line }] })) }],
        ...(at === 0 && own.length > 1 && { children: own.slice(1).map((_, child) => `${id}_${child + 1}`) }),
      },
    ]),
  );
  const show = {
    name: hymn.title,
    category: 'song',
    settings: { activeLayout: 'a', template: null },
    meta: {
      number: '7',
      title: hymn.title,
      author: hymn.authors.join('|'),
      copyright: 'Public Domain',
      CCLI: hymn.ccli,
    },
    slides: Object.fromEntries(slides),
    layouts: { a: { name: 'Default', notes: '', slides: hymn.order.map((id) => ({ id: `${id}_0` })) } },
    media: {},
  };
  return JSON.stringify(['id', show]);
}

/** Returns a song in the JSON of VideoPsalm: names without quotes, and line breaks in texts. */
export function toVideoPsalm(hymn: Hymn): string {
  const verses = sungVerses(hymn).flatMap(({ word, number, slides }) =>
    slides.map((lines) => {
      const tag = { Verse: '', Chorus: 'Tag:1,', Bridge: 'Tag:3,' }[word];
      return `{${tag}ID:${number},\nText:${JSON.stringify(lines.join('\n')).replaceAll('\\n', '\n')}}`;
    }),
  );
  const fields = `Author:${JSON.stringify(hymn.authors.join('|'))},Copyright:"Public Domain",CCLI:"${hymn.ccli ?? ''}"`;
  return `\ufeff{Guid:"a",Reference:"Hymns 7",${fields},Verses:[${verses.join(',')}],\nText:${JSON.stringify(hymn.title)}}`;
}
