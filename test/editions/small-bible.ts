import { bookName, findBookByCode, osisOf } from '../../src/domain/scripture/canon.ts';

/** A word and what follows it. The text is the same in every format. */
export interface Word {
  word: string;
  styled: boolean;
  /** A note after the word, with these spaces around it. */
  note: 'none' | 'glued' | 'space before' | 'space after' | 'spaces';
  /** Whether a comma follows the note. */
  comma: boolean;
  /** Whether a line ends here. */
  lineEnds: boolean;
}

export interface SmallVerse {
  verse: number;
  /** The end of a bridge. */
  last: number | null;
  words: Word[];
  /** Whether a heading precedes the verse. */
  heading: boolean;
}

export interface SmallBook {
  code: string;
  chapters: { chapter: number; verses: SmallVerse[] }[];
}

/** Returns the text that every format must produce. */
export function toPlain(words: readonly Word[]): string {
  return words
    .map(({ word, comma, lineEnds }, index) => {
      const end = index === words.length - 1 ? '' : lineEnds ? '\n' : ' ';
      return `${word}${comma ? ',' : ''}${end}`;
    })
    .join('');
}

interface Marks {
  styled: (word: string) => string;
  note: string;
  lineEnd: string;
}

/** Returns the words and what is between them, in a format's own markup. */
function mark(words: readonly Word[], { styled, note, lineEnd }: Marks): string {
  return words
    .map((each, index) => {
      // A comma right after spaces and a note cannot be distinguished from a separate one.
      const place = each.comma && (each.note === 'space after' || each.note === 'spaces') ? 'space before' : each.note;
      const noted = {
        none: '',
        glued: note,
        'space before': ` ${note}`,
        'space after': `${note} `,
        spaces: ` ${note} `,
      };
      const end = each.comma ? ',' : '';
      const isLast = index === words.length - 1;
      const gap = isLast ? '' : each.lineEnds ? lineEnd : place === 'none' || each.comma ? ' ' : '';
      return `${each.styled ? styled(each.word) : each.word}${noted[place]}${end}${gap}`;
    })
    .join('');
}

const nameOf = (code: string): string => bookName(findBookByCode(code)!.id, 'en');

export function toUsx(book: SmallBook, milestones: boolean): string {
  const marks = {
    styled: (word: string) => `<char style="nd">${word}</char>`,
    note: '<note caller="+" style="f"><char style="fr">1.1 </char><char style="ft">not text</char></note>',
    lineEnd: '</para>\n  <para style="q1">',
  };
  const chapters = book.chapters.map(({ chapter, verses }) => {
    const paras = verses.map(({ verse, last, words, heading }) => {
      const number = last === null ? `${verse}` : `${verse}-${last}`;
      const sid = `${book.code} ${chapter}:${number}`;
      const start = `<verse number="${number}" style="v"${milestones ? ` sid="${sid}"` : ''} />`;
      const end = milestones ? `<verse eid="${sid}" />` : '';
      const title = heading ? '  <para style="s1">Not text</para>\n' : '';
      return `${title}  <para style="p">${start}${mark(words, marks)}${end}</para>\n`;
    });
    const end = milestones ? `  <chapter eid="${book.code} ${chapter}" />\n` : '';
    return `  <chapter number="${chapter}" style="c" />\n${paras.join('')}${end}`;
  });
  const head = `  <book code="${book.code}" style="id">not text</book>\n  <para style="h">${nameOf(book.code)}</para>\n`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<usx version="3.0">\n${head}${chapters.join('')}</usx>\n`;
}

export function toOsis(books: readonly SmallBook[], milestones: boolean): string {
  const marks = {
    styled: (word: string) => `<divineName>${word}</divineName>`,
    note: '<note n="a">not <reference osisRef="Gen.1.1">text</reference></note>',
    lineEnd: milestones ? '<lb/>\n' : '</l>\n<l>',
  };
  const written = books.map(({ code, chapters }) => {
    const id = osisOf(findBookByCode(code)!);
    const inside = chapters.map(({ chapter, verses }) => {
      const lines = verses.map(({ verse, last, words, heading }) => {
        const ids = Array.from({ length: (last ?? verse) - verse + 1 }, (_, i) => `${id}.${chapter}.${verse + i}`);
        const osisId = ids.join(' ');
        const text = mark(words, marks);
        const title = heading ? '<title>Not text</title>\n' : '';
        if (!milestones) return `${title}<verse osisID="${osisId}"><l>${text}</l></verse>\n`;
        return `${title}<verse osisID="${osisId}" sID="${ids[0]}"/>${text}<verse eID="${ids[0]}"/>\n`;
      });
      return `<chapter osisID="${id}.${chapter}">\n${lines.join('')}</chapter>\n`;
    });
    return `<div type="book" osisID="${id}">\n<title type="main">${nameOf(code)}</title>\n${inside.join('')}</div>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="Small" xml:lang="en">
<header><work osisWork="Small"><title>Small Bible</title></work></header>
${written.join('')}</osisText></osis>\n`;
}

export function toZefania(books: readonly SmallBook[]): string {
  const marks = {
    styled: (word: string) => `<STYLE css="font-weight:bold"><gr str="1">${word}</gr></STYLE>`,
    note: '<NOTE type="x-studynote">not text</NOTE>',
    lineEnd: '<BR art="x-nl"/>',
  };
  const written = books.map(({ code, chapters }) => {
    const inside = chapters.map(({ chapter, verses }) => {
      const lines = verses.map(({ verse, last, words, heading }) => {
        const number = last === null ? `${verse}` : `${verse}-${last}`;
        const title = heading ? `<CAPTION vref="${verse}">Not text</CAPTION>\n` : '';
        return `${title}<VERS vnumber="${number}">${mark(words, marks)}</VERS>\n`;
      });
      return `<CHAPTER cnumber="${chapter}">\n${lines.join('')}</CHAPTER>\n`;
    });
    return `<BIBLEBOOK bnumber="${findBookByCode(code)!.id}" bname="${nameOf(code)}">\n${inside.join('')}</BIBLEBOOK>\n`;
  });
  return `<?xml version="1.0"?>\n<XMLBIBLE biblename="Small Bible">\n${written.join('')}</XMLBIBLE>\n`;
}

export function toOpenSong(books: readonly SmallBook[]): string {
  const marks = { styled: (word: string) => `<i>${word}</i>`, note: '<note>not text</note>', lineEnd: '<br/>' };
  const written = books.map(({ code, chapters }) => {
    const inside = chapters.map(({ chapter, verses }) => {
      const lines = verses.map(({ verse, last, words }) => {
        const t = last === null ? '' : ` t="${last}"`;
        return `<v n="${verse}"${t}>${mark(words, marks)}</v>\n`;
      });
      return `<c n="${chapter}">\n${lines.join('')}</c>\n`;
    });
    return `<b n="${nameOf(code)}">\n${inside.join('')}</b>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<bible>\n${written.join('')}</bible>\n`;
}

export function toUsfm(book: SmallBook): string {
  const marks = {
    styled: (word: string) => `\\nd ${word}\\nd*`,
    note: '\\f + \\fr 1.1 \\ft not text\\f*',
    lineEnd: '\n\\q1 ',
  };
  const chapters = book.chapters.map(({ chapter, verses }) => {
    const lines = verses.map(({ verse, last, words, heading }) => {
      const number = last === null ? `${verse}` : `${verse}-${last}`;
      return `${heading ? '\\s1 Not text\n' : ''}\\p\n\\v ${number} ${mark(words, marks)}\n`;
    });
    return `\\c ${chapter}\n${lines.join('')}`;
  });
  return `\\id ${book.code} not text\n\\h ${nameOf(book.code)}\n${chapters.join('')}`;
}

export function toBeblia(books: readonly SmallBook[]): string {
  const marks = { styled: (word: string) => `<i>${word}</i>`, note: '<note>not text</note>', lineEnd: '<br/>' };
  const written = books.map(({ code, chapters }) => {
    const inside = chapters.map(({ chapter, verses }) => {
      const lines = verses.map(({ verse, last, words }) => {
        const number = last === null ? `${verse}` : `${verse}-${last}`;
        return `<verse number="${number}">${mark(words, marks)}</verse>\n`;
      });
      return `<chapter number="${chapter}">\n${lines.join('')}</chapter>\n`;
    });
    return `<book number="${findBookByCode(code)!.id}">\n${inside.join('')}</book>\n`;
  });
  const root = '<bible translation="English Small" status="Public Domain">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n<testament name="Old">\n${written.join('')}</testament></bible>\n`;
}

export function toUsfx(books: readonly SmallBook[]): string {
  const marks = {
    styled: (word: string) => `<nd>${word}</nd>`,
    note: '<f caller="+"><fr>1.1 </fr><ft>not text</ft></f>',
    lineEnd: '</q>\n<q level="1">',
  };
  const written = books.map(({ code, chapters }) => {
    const inside = chapters.map(({ chapter, verses }) => {
      const lines = verses.map(({ verse, last, words, heading }) => {
        const number = last === null ? `${verse}` : `${verse}-${last}`;
        const title = heading ? '<s level="1">Not text</s>\n' : '';
        return `${title}<q level="1"><v id="${number}"/>${mark(words, marks)}<ve/></q>\n`;
      });
      return `<c id="${chapter}"/>\n${lines.join('')}`;
    });
    return `<book id="${code}"><id id="${code}">Small</id><h>${nameOf(code)}</h>\n${inside.join('')}</book>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<usfx><languageCode>eng</languageCode>\n${written.join('')}</usfx>\n`;
}
