import { DatabaseSync } from 'node:sqlite';

type Row = Readonly<Record<string, string | number | bigint | Buffer | null>>;

/** Returns a database with these tables. Columns without rows are those of the first row; `sql` is run at the end. */
export function toDatabase(tables: Readonly<Record<string, readonly Row[]>>, sql = ''): Buffer {
  // Hostile databases have a schema that SQLite itself would not write.
  using database = new DatabaseSync(':memory:', { defensive: false });
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0]!);
    database.exec(`CREATE TABLE "${table}" (${columns.map((column) => `"${column}"`).join(', ')})`);
    const insert = database.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => '?').join(', ')})`);
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  }
  if (sql !== '') database.exec(sql);
  return Buffer.from(database.serialize());
}

/** A song of OpenLP's database. */
export const toSong = (id: number, lyrics: string, more: Row = {}): Row => ({
  id,
  title: `Song ${id}`,
  alternate_title: '',
  lyrics,
  verse_order: '',
  copyright: '',
  comments: '',
  ccli_number: '',
  theme_name: '',
  search_title: '',
  temporary: 0,
  ...more,
});

export const toLyrics = (...verses: readonly (readonly [type: string, label: string, text: string, lang?: string])[]) =>
  `<?xml version='1.0' encoding='UTF-8'?>\n<song version="1.0"><lyrics>${verses
    .map(
      ([type, label, text, lang]) =>
        `<verse type="${type}" label="${label}"${lang ? ` lang="${lang}"` : ''}><![CDATA[${text}]]></verse>`,
    )
    .join('')}</lyrics></song>`;

/** A song of EasyWorship's `Songs.db`. */
export const toEasyWorshipSong = (rowid: number, title: string, more: Row = {}): Row => ({
  rowid,
  title,
  author: '',
  copyright: '',
  administrator: '',
  description: '',
  tags: '',
  reference_number: '',
  vendor_id: 0,
  ...more,
});

/** Returns RTF as EasyWorship writes it, of paragraphs with their marks. */
export const toRtf = (...paragraphs: readonly string[]): string =>
  `{\\rtf1\\ansi\\deff0\\sdeasyworship2\n{\\fonttbl{\\f0 Tahoma;}}\n{\\colortbl ;}\n${paragraphs.map((text) => `{\\pard\\qc${text}\\par}`).join('\n')}\n}`;
export const LABEL = '\\sdparawysiwghidden\\sdewparatemplatestyle102\\plain{\\*\\sdfsreal 20}\\sdfsauto ';
export const DIVISION = '\\sdslidemarker';
