/**
 * Messages about imported files, by their stable codes. `{name}` stands for a parameter. Pages translate them by their
 * codes. [D70]
 */
export const IMPORT_NOTICES = {
  // Any file.
  in_line: '{file}, line {line}',
  file_empty: 'the file is empty',
  file_damaged: 'the file is damaged here, and cannot be read further',
  file_cut_off: 'the file ends too early and seems to be cut off: download it again',
  xml_unknown_entity: 'the file is damaged here: an "&" is followed by an unknown name',
  xml_invalid_character: 'the file is damaged here: it contains an invalid character',
  xml_tag_mismatch: 'the file is damaged here: a closing tag does not match its opening tag',
  xml_definitions: 'a DOCTYPE must not contain definitions',
  xml_too_deep: 'elements are nested more than {max} deep',
  encoding_unknown: 'the encoding "{encoding}" is unknown: save the file as UTF-8',
  encoding_invalid: 'the text is not {encoding}, its declared or detected encoding: it is damaged or cut off',
  database_damaged: 'the database is damaged or cut off: close its program, and copy the file again',
  database_schema: 'the database has views or virtual tables, or too many tables: the files of its program have none',
  database_too_many_rows: 'the database has more than {max} rows in a table',
  database_value_too_long: 'its text is too long: this is not a song',
  table_quote_open: 'a quotation mark opens a cell and is never closed: the table is damaged or cut off',
  not_utf8: 'the text is not UTF-8: open the file in a text editor, and save it with the encoding UTF-8',

  // Editions that are refused.
  edition_is_web_page:
    'this is a web page, not a Bible text: open it in a browser, and save the file that it offers to download',
  edition_not_zip: 'this is not a zip archive despite its name: download it again',
  edition_unknown_format: 'this is not in any of the formats {formats}. It contains: {files}',
  edition_several_formats: 'this contains files in several formats, {formats}: import them one at a time',
  edition_second_file: 'there is a second edition: {file} has one too. Import them one at a time',
  edition_without_verses: 'it contains no verses',
  edition_second_book: 'a second book begins',
  edition_book_code: '{code} is not a book code',
  edition_chapter_before_book: 'a chapter appears before any book',
  edition_verse_before_book: 'a verse appears before any book',
  edition_verse_before_chapter: 'a verse appears before any chapter',
  edition_chapter_number: '{number} is not a chapter number',
  edition_verse_number: '{number} is not a verse number',
  edition_chapter_range: 'chapter {chapter} of {book} is out of range',
  edition_verse_range: 'the verse number in {verse} is out of range',
  edition_book_without_chapters: '{book} has no chapters',
  edition_chapter_without_verses: 'chapter {chapter} has no verses',
  edition_chapter_ends_without_verses: 'chapter {chapter}, which ends here, has no verses',
  edition_verse_twice: '{verse} appears twice',
  edition_verse_in_two_files:
    '{verse} appears twice: it is in {file} too, which contains the same book. Remove one of the two files, or correct its book code',
  edition_verse_empty: '{verse} is empty',
  edition_verse_only_marks: '{verse} has no words but "{text}"',
  edition_gaps:
    '{count} of {total} verses of {book} are empty, more than one in {max}. If the edition really has these gaps, add --allow-gaps',

  // Warnings about editions.
  edition_downloaded_in_part:
    'the database is of a Bible that OpenLP downloads verse by verse: it has only the verses that were shown',
  edition_lacks_old_testament: 'the Old Testament lacks {books}',
  edition_lacks_new_testament: 'the New Testament lacks {books}',
  edition_open_end: '{verse}, the last verse of its book, ends within a sentence: it may be cut off there',
  edition_replacement_characters:
    'verses with the character U+FFFD in place of one that could not be read ({count}): {verses}',
  edition_misread: 'verses with letters that look like UTF-8 read as Windows-1252 ({count}): {verses}',
  edition_private_characters:
    'verses with private-use characters, which have no meaning outside of their own font ({count}): {verses}',
  edition_overrides:
    'verses with a character that overrides the direction of writing, U+202D or U+202E ({count}): {verses}',
  edition_wordless: 'verses without words ({count}): {verses}',
  edition_list_skips: 'the list of verses {verses} does not name {missing}',
  edition_markup_removed: 'markup was removed from the words of verses ({count}), first from {verse}: "{markup}"',
  edition_spaces_added: 'a space was put between words that touched where added words begin or end ({count} times)',
  edition_index_short: 'the index ends before {verse}: the entries from there on are empty',
  edition_index_long: 'the index is longer than the versification: its last entries were left out ({count})',
  edition_note_only: '{verse} has a note and no words: left out',
  edition_verse_empty_omitted: '{verse} is empty: left out',
  edition_verse_only_marks_omitted: '{verse} has no words but "{text}": left out',
  edition_verse_moved: '{verse} stands after {before} in the source and was moved into order',
  edition_verses_moved: '{count} more verses of {book} stand out of order in the source',
  edition_windows_character: 'a control character was read as Windows-1252 characters such as ’ and –',
  edition_windows_characters:
    'from here on, {count} control characters were read as Windows-1252 characters such as ’ and –',
  edition_control: 'a control character was left out: the file may be damaged',
  edition_controls: 'from here on, {count} control characters were left out: the file may be damaged',
  edition_not_a_book: '{code} is not a book of the Bible: left out',
  edition_words_before_verse: 'words of {chapter} before verse 1 are left out',
  edition_text_outside: 'text outside of verses was left out: {text}',
  edition_unknown_style: 'the style {style} is unknown: its words are kept',
  edition_unknown_marker: 'the marker "{marker}" is unknown: its words are kept',
  edition_more_warnings: 'and {count} more of this kind',

  // Songs that are refused.
  song_file_too_large: 'the file has more than {max} MiB',
  song_too_demanding: 'reading the file takes too long or needs too much memory: this is not a song',
  song_too_long: 'the song is longer than a deck can be, {max} MiB',
  song_text_too_long: 'the text has more than {max} characters: this is not a song',
  song_too_many_lines: 'the text has more than {max} lines: this is not a song',
  song_too_many_slides: 'the song has more than {max} slides',
  song_too_many_verses: 'the song has more than {max} verses',
  song_order_too_long: 'the order of the verses has more than {max} slides',
  song_slide_too_long: 'the text of a slide has more than {max} characters',
  song_without_words: 'the song has no words',
  song_file_missing: 'there is no such file',
  song_is_folder: 'this is a folder: name the files in it',
  song_not_a_file: 'this is not a regular file',
  song_is_archive: 'this is not a song, but an archive: unpack it, and import each song',
  song_is_collection: 'this file can hold several songs ({format}): import it as a collection of songs',
  song_unreadable: 'this cannot be read, for a reason that is not in the file. The log of the server has the details',
  song_import_failed: 'the import failed for a reason that is not in the file. The log of the server has the details',
  song_import_too_many: 'the import has more than {max} songs: these were left out',
  song_quota_exceeded: 'the organization has {max} decks already, which is the most',
  song_plan_refused: 'the plan cannot be created: the organization may have too many',
  song_plan_cut: 'a plan can have {max} entries: the further ones are left out',
  song_command_plan:
    'this is an order of service, of which the command imports the songs alone: import it on the page of songs',
  song_command_slides: 'these are slides, which the command does not import: import them on the page of songs',
  song_archive_damaged: 'the archive is damaged here, or cut off: create it again',
  song_archive_encrypted: 'the file is encrypted: unpack the archive with its password, and import its files',
  song_archive_too_many: 'the archive has more than {max} files: import it in parts',
  song_archive_too_large: 'the unpacked files have more than {max} MiB: import them in parts',
  song_is_zip: 'this is not a song, but a zip archive or an office document: unpack it, or save it as plain text',
  song_is_picture: 'this is not a song, but a picture',
  song_is_picture_in: 'this is not a song, but a {format} picture',
  song_is_media: 'this is not a song, but a sound or a film',
  song_is_pdf: 'this is not a song, but a PDF: copy its text, and save it as a text file',
  song_is_rtf: 'this is not a song, but a document in RTF: save it as plain text',
  song_is_office: 'this is not a song, but a document of Microsoft Office: save it as plain text',
  song_is_database: 'this is not a song, but a database: export the songs from its program, for example as OpenLyrics',
  song_is_database_log:
    'this is a part of a database that its program has not yet written into the main file: close the program, and import the database again',
  song_is_access:
    'this is a database of Microsoft Access, as MediaShout and others have it, which cannot be read: export the songs from its program, for example as plain text',
  song_is_easyworship_5:
    'this is a file of EasyWorship 2009 or older, which cannot be read: open it in EasyWorship 6 or 7, and import the files of that version',
  song_is_slides: 'these are slides of PowerPoint or Impress: save them as PDF, and import the PDF',
  easyworship_needs_both:
    'EasyWorship keeps titles and words in two files: import Songs.db and SongWords.db together, or their folder, or a zip archive with both',
  service_without_order: 'the file has no order of service',
  service_item_left_out: 'this is neither a song nor a passage: it is a heading of the plan',
  song_is_web_page: 'this is not a song, but a web page',
  song_is_of_program: 'this is a file of {program}, which cannot be read: export the song, for example as plain text',
  song_is_data: 'this is not a song, but data in {format}: export the song from its program, for example as plain text',
  song_is_table:
    'this is not one song, but a table: import it as several songs, with columns that are named "Title" and "Lyrics"',
  song_is_timed: 'this is not a song, but timed lyrics or subtitles: save the words without the times as plain text',
  song_is_code: 'this is not a song, but a program or a document with markup: save its words as plain text',
  song_plan_damaged: 'the order of service is damaged: the songs are imported without it',
  song_presentation_damaged: 'the presentation of ProPresenter is damaged or cut off: export it again',
  song_is_scripture_show:
    'this is not a song, but a show of Bible verses, "{title}": put the passage into a plan instead',
  song_is_show_without_words: 'this is not a song, but a show without words, such as pictures or films',
  song_is_book: 'this is not one song, but {count} songs: import the file as several songs',
  song_is_plan: 'this is not a song, but an order of service: import the file as several songs',
  song_null_bytes: 'the file contains null bytes, so it is not a text',
  song_unknown_xml: 'this XML file is not in any of the formats {formats}: its first element is "{element}"',
  song_xml_without_element: 'this XML file is not in any of the formats {formats}: it has no element',
  song_second_song: 'a second song begins here: save each song in a file of its own',
  song_section_without_end: 'the section "{section}" has no end: the file seems to be cut off',
  song_section_without_beginning: 'the section "{section}" ends without a beginning',
  song_section_in_section: 'a section begins before the section "{section}" ends',
  song_without_element: 'the song has no element {element}',
  song_without_beginning: 'the file has no song: no line begins with "[S "',
  song_without_words_line: 'the file has no line "Words=": it seems to be cut off',
  song_rtf_too_large: 'the RTF of a slide has more than {max} KiB',
  song_rtf_not_rtf: 'the RTF of a slide is damaged: it is not RTF',
  song_rtf_cut_off: 'the RTF of a slide is damaged: it ends too early',
  song_rtf_too_deep: 'the RTF of a slide is damaged: its groups are nested more than {max} deep',
  song_invalid_base64: 'the text of a slide is not valid base64',

  // Slides that are refused.
  pdf_encrypted: 'the PDF is encrypted: save it without a password',
  pdf_damaged: 'the PDF is damaged: create it again',
  pdf_too_many_pages: 'the PDF has {pages} pages, more than {max}: divide it',
  pdf_page_damaged: 'this page of the PDF is damaged: it was left out',
  slides_of_program: 'slides of {program} cannot be read: save them as a PDF, and import the PDF',
  slides_picture_unknown: 'this picture is not in a format that can be shown: save it as PNG or JPEG',
  slides_picture_damaged: 'this picture is damaged, or has too many pixels',
  slides_quota_exceeded: 'the organization cannot have more images: delete images that nothing uses',
  slides_too_demanding: 'reading the slides takes too long or needs too much memory: divide them',
  slides_too_many: 'there are more than {max} pictures: these were left out',

  // Warnings about slides.
  slides_without_font:
    'letters are missing, because the PDF does not contain their font: save it with its fonts embedded. Slides: {slides}',

  // Warnings about songs.
  song_ccli_invalid: 'the CCLI number "{text}" is not a number: it was left out',
  song_controls: '{count} control characters were left out: the file may be damaged',
  song_overrides: 'characters that override the direction of writing were left out',
  song_windows_1252: 'the file is not in UTF-8, and was read as Windows-1252: check accents and umlauts',
  song_markdown: 'the text has marks of Markdown, such as "{mark}": it may be a document, not a song',
  song_words_missing: 'words of the file that are not in the song: {words}',
  song_words_missing_more: 'words of the file that are not in the song: {words} and {more} more',
  song_title_shortened: 'the title has more than {max} characters, and was shortened',
  song_authors_shortened: 'the authors have more than {max} characters, and were shortened',
  song_copyright_shortened: 'the copyright notices have more than {max} characters, and were shortened',
  song_source_shortened: 'the source has more than {max} characters, and was shortened',
  song_order_unknown: 'the verse order names "{label}", which is not a verse of the song',
  song_not_in_order: 'not in the verse order, and so never shown: {verses}',
  song_label_reused: 'the label "{label}" is used for two verses',
  song_label_reused_in_line: 'the label "{label}" is used for two verses, again in line {line}',
  song_slides_disabled: 'all slides are disabled in the file, and were imported nevertheless',
  song_caption: 'the text "{text}" is the same on every slide, and was left out',
  song_second_text: 'a second text of the slides has as many lines as the first, and became a translation: check it',
  song_verses_missing: 'the file names {named} verses, but has words of {found}: "{label}" and later ones are missing',
} as const;

type Notices = typeof IMPORT_NOTICES;
export type ImportNoticeCode = keyof Notices;

type ParameterOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

export type NoticeParams = Readonly<Record<string, string | number>>;

/** Message about an imported file. `message` is the English text. */
export interface ImportNotice {
  readonly code: ImportNoticeCode;
  readonly message: string;
  /** Values in the message, by name. */
  readonly params: NoticeParams;
}

/** A position in a file. The line counts from 1. */
export interface NoticePlace {
  readonly file: string;
  readonly line: number | null;
}

/** Line of the report about an edition. A string is a message without a code. `message` begins with the place. */
export type ReportLine = string | (ImportNotice & { readonly place: NoticePlace | null });

/** Returns the English text of a line. */
export const toLineText = (line: ReportLine): string => (typeof line === 'string' ? line : line.message);

/** Inserts parameters into a text, and groups the digits of long numbers as the language does. */
export function fillNotice(template: string, params: NoticeParams, language = 'en'): string {
  const numbers = new Intl.NumberFormat(language, { useGrouping: 'min2' });
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? whole;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

/** Makes the notice with a code. The code decides which parameters it needs. */
export function toNotice<Code extends ImportNoticeCode>(
  code: Code,
  ...given: ParameterOf<Notices[Code]> extends never
    ? []
    : [params: Readonly<Record<ParameterOf<Notices[Code]>, string | number>>]
): ImportNotice {
  const params: NoticeParams = given[0] ?? {};
  return { code, message: fillNotice(IMPORT_NOTICES[code], params), params };
}
