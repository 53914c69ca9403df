import { findBook, osisOf } from '../../../src/domain/scripture/canon.ts';
import { readStarterEdition } from '../../../src/editions/starter.ts';

/** Returns a whole Bible as an OSIS file of exactly `bytes` bytes: each verse is repeated as often as it takes. */
export async function toLargeOsis(bytes: number): Promise<Buffer> {
  const { books } = await readStarterEdition();
  const plain = writeOsis(books, 1).length;
  const copies = Math.ceil((bytes - plain) / plain) + 1;
  for (let count = copies; ; count--) {
    const file = writeOsis(books, count);
    if (file.length > bytes) continue;
    // XML allows white space at the end.
    return Buffer.concat([file, Buffer.alloc(bytes - file.length, '\n')]);
  }
}

function writeOsis(books: Awaited<ReturnType<typeof readStarterEdition>>['books'], copies: number): Buffer {
  const written = books.map(({ book_id, name, verses }) => {
    const id = osisOf(findBook(book_id)!);
    const chapters = Map.groupBy(verses, ({ chapter }) => chapter);
    const inside = [...chapters].map(([chapter, lines]) => {
      const text = lines.map(
        ({ verse, text }) =>
          `<verse osisID="${id}.${chapter}.${verse}">${Array(copies).fill(escapeXml(text)).join(' ')}</verse>\n`,
      );
      return `<chapter osisID="${id}.${chapter}">\n${text.join('')}</chapter>\n`;
    });
    return `<div type="book" osisID="${id}">\n<title type="main">${name}</title>\n${inside.join('')}</div>\n`;
  });
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="Large" xml:lang="en">
<header><work osisWork="Large"><title>Large Bible</title></work></header>
${written.join('')}</osisText></osis>\n`);
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
