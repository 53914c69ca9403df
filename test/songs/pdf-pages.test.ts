import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { DECK_MAX_SLIDES, PDF_MAX_BYTES } from '../../src/contract/limits.ts';
import { type PdfPage, readPdfPages, toPixelSize } from '../../src/songs/slides/pdf-pages.ts';
import { drawText, type PdfPageSource, writePdf } from './write-pdf.ts';

const RED = '1 0 0 rg 0 0 960 540 re f';

describe('pages of a PDF', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pdf-'));
  after(() => rmSync(folder, { recursive: true }));
  const read = async (pdf: Buffer): Promise<PdfPage[]> => {
    const path = join(folder, 'file');
    writeFileSync(path, pdf);
    return Array.fromAsync(readPdfPages({ path, fileName: 'a.pdf', size: pdf.length }));
  };
  const readOne = async (page: PdfPageSource, more?: Parameters<typeof writePdf>[1]) => {
    const [first] = await read(writePdf([page], more));
    return { ...first!, pixels: await sharp(first!.image!).raw().toBuffer({ resolveWithObject: true }) };
  };
  const isRefused = (code: string) => (error: { reason?: { code: string } }) => error.reason?.code === code;

  test('[D1] when a page is read, then it is an opaque image with its colors, and its words', async () => {
    const { pixels, text } = await readOne({ content: `${RED} 0 g ${drawText('The Lord is  my shepherd')}` });
    assert.deepEqual([pixels.info.width, pixels.info.height, pixels.info.channels], [2560, 1440, 3]);
    assert.deepEqual([...pixels.data.subarray(0, 3)], [255, 0, 0]);
    assert.equal(text, 'The Lord is my shepherd');
  });

  test('[D1] when text is drawn, then its edges are gray and have no colors', async () => {
    const { pixels } = await readOne({ content: drawText('W') });
    const isGray = (at: number) => pixels.data[at] === pixels.data[at + 1] && pixels.data[at] === pixels.data[at + 2];
    const shades = new Set<number>();
    for (let at = 0; at < pixels.data.length; at += 3) {
      assert.ok(isGray(at), `pixel ${at / 3} is colored`);
      shades.add(pixels.data[at]!);
    }
    assert.ok(shades.has(0) && shades.size > 10, 'black letters with smooth edges');
  });

  for (const [shape, width, height, expected] of [
    ['16:9', 960, 540, [2560, 1440]],
    ['4:3', 720, 540, [2217, 1663]],
    ['A4, upright', 595, 842, [1614, 2284]],
    ['200 inches wide', 14_400, 72, [3840, 19]],
    ['a point wide', 1, 14_400, [1, 3840]],
  ] as const) {
    test(`[D1] when a page is ${shape}, then no side of its image is longer than 3,840 px`, () => {
      assert.deepEqual(toPixelSize({ width, height }), { width: expected[0], height: expected[1] });
    });
  }

  test('[D1] when a page is rotated, then its image is upright', async () => {
    const { pixels } = await readOne({ content: RED, entries: '/Rotate 90' });
    assert.deepEqual([pixels.info.width, pixels.info.height], [1440, 2560]);
  });

  test('[D1] when a page has many words, then they are shortened at a word to the title of a slide', async () => {
    const { text } = await readOne({ content: drawText('shepherd '.repeat(40)) });
    assert.ok(text.length <= 200 && text.endsWith('shepherd…'), text);
  });

  test('[D1] when letters have a font that the PDF does not contain, then the page says so', async () => {
    const type0 =
      '<< /Type /Font /Subtype /Type0 /BaseFont /Heisei /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Heisei /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>';
    const page = {
      content: 'BT /F2 40 Tf 40 100 Td <4E3B306F> Tj ET',
      entries: '/Resources << /Font << /F2 6 0 R >> >>',
    };
    const { text, lacksFont } = await readOne(page, { objects: [type0] });
    assert.deepEqual([text, lacksFont], ['主は', true]);
    assert.equal((await readOne({ content: drawText('Latin') })).lacksFont, false);
  });

  test(`[D1] when a PDF has ${DECK_MAX_SLIDES} pages, then they are read, and one more is refused`, async () => {
    const pages = Array.from({ length: DECK_MAX_SLIDES }, () => ({ width: 3840, height: 1 }));
    assert.equal((await read(writePdf(pages))).length, DECK_MAX_SLIDES);
    await assert.rejects(read(writePdf([...pages, {}])), isRefused('pdf_too_many_pages'));
  });

  test('[D1] when a PDF says that it has 10,000 pages, then it is refused before a page is drawn', async () => {
    await assert.rejects(read(writePdf([{}], { count: 10_000 })), isRefused('pdf_too_many_pages'));
  });

  test('[D1] when a PDF is cut off, damaged or empty, then it is refused', async () => {
    const pdf = writePdf([{ content: RED }, { content: RED }]);
    for (const end of [-20, -200, 12, 1]) await assert.rejects(read(pdf.subarray(0, end)), isRefused('file_cut_off'));
    await assert.rejects(read(Buffer.from('%PDF-1.7\n%%EOF\n')), isRefused('pdf_damaged'));
    await assert.rejects(read(writePdf([])), isRefused('pdf_damaged'));
  });

  test('[D1] when a PDF is longer than the limit, then it is refused unread', async () => {
    const pages = readPdfPages({ path: join(folder, 'none'), fileName: 'a.pdf', size: PDF_MAX_BYTES + 1 });
    await assert.rejects(pages.next(), isRefused('song_file_too_large'));
  });

  test('[D1] when a PDF is encrypted, then it is refused', async () => {
    const pdf = writePdf([{ content: RED }]).toString('latin1');
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >> /ID [<00> <00>]`;
    const encrypted = pdf.replace('/Root 1 0 R >>', `/Root 1 0 R ${encrypt} >>`);
    await assert.rejects(read(Buffer.from(encrypted, 'latin1')), isRefused('pdf_encrypted'));
  });

  test('[D1] when one page is damaged, then the others are read', async () => {
    const pdf = writePdf([{ content: RED }, { content: RED }]).toString('latin1');
    const damaged = Buffer.from(pdf.replace('6 0 obj\n<< /Type /Page ', '6 0 obj\n[[ /Type /Page '), 'latin1');
    assert.deepEqual(
      (await read(damaged)).map(({ number, image }) => [number, image !== null]),
      [
        [1, true],
        [2, false],
      ],
    );
  });

  test('[D1] when objects are nested deeply, then the PDF is read or refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    await readOne({ content: RED, entries: `/Deep ${deep}` });
    await readOne({ content: `${'q '.repeat(100_000)}${RED}` });
    const form =
      '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >> /Length 5 >>\nstream\n/X Do\nendstream';
    await readOne({ content: '/X Do', entries: '/Resources << /XObject << /X 6 0 R >> >>' }, { objects: [form] });
  });

  test('[D1] when a PDF has JavaScript, links and external files, then nothing is executed or fetched', async () => {
    let connections = 0;
    const server = createServer(() => connections++).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}/`;
    const script = `<< /S /JavaScript /JS (app.launchURL\\("${url}"\\); while\\(true\\);) >>`;
    const annotations = `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /URI /URI (${url}) >> >>]`;
    const external = `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /F << /FS /URL /F (${url}) >> /Length 0 >>\nstream\n\nendstream`;
    await readOne(
      {
        content: `${RED} /X Do`,
        entries: `/AA << /O ${script} >> ${annotations} /Resources << /XObject << /X 6 0 R >> >>`,
      },
      {
        objects: [external],
        catalog: `/OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(a) ${script}] >> >>`,
      },
    );
    await new Promise((resolve) => server.close(resolve));
    assert.equal(connections, 0);
  });
});
