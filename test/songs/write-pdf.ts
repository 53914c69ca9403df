/** A page of a PDF: its size in points, what it draws, and more entries of its dictionary. */
export interface PdfPageSource {
  readonly width?: number;
  readonly height?: number;
  readonly content?: string;
  readonly entries?: string;
}

/** Draws text with the font of the document, or another one of `entries`. */
export const drawText = (text: string, font = '/F1'): string => `BT ${font} 40 Tf 40 100 Td (${text}) Tj ET`;

/** Writes a PDF. `objects` follow those of the pages, the first one as number `pages.length * 2 + 4`. */
export function writePdf(
  pages: readonly PdfPageSource[],
  { objects = [], catalog = '', count = pages.length }: { objects?: string[]; catalog?: string; count?: number } = {},
): Buffer {
  const toNumber = (index: number) => index * 2 + 4;
  const kids = pages.map((_, index) => `${toNumber(index)} 0 R`).join(' ');
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(({ width = 960, height = 540, content = '', entries = '' }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${toNumber(index) + 1} 0 R ${entries} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...objects,
  ];
  let file = '%PDF-1.7\n';
  const offsets = all.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
