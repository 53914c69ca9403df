import type { ImportNoticeStrings } from '../en/import-notices.ts';

export const importNotices: ImportNoticeStrings = {
  in_line: '{file}, Zeile {line}',
  file_empty: 'Die Datei ist leer.',
  file_damaged: 'Die Datei ist hier beschädigt und kann nicht weiter gelesen werden.',
  file_cut_off: 'Die Datei endet zu früh und scheint abgeschnitten zu sein. Laden Sie sie noch einmal herunter.',
  xml_unknown_entity: 'Die Datei ist hier beschädigt: Auf ein „&“ folgt ein unbekannter Name.',
  xml_invalid_character: 'Die Datei ist hier beschädigt: Sie enthält ein ungültiges Zeichen.',
  xml_tag_mismatch: 'Die Datei ist hier beschädigt: Ein schließendes Tag passt nicht zum öffnenden.',
  xml_definitions: 'Ein DOCTYPE darf keine Definitionen enthalten.',
  xml_too_deep: 'Elemente sind mehr als {max} Ebenen tief verschachtelt.',
  encoding_unknown: 'Die Zeichencodierung „{encoding}“ ist unbekannt. Speichern Sie die Datei als UTF-8.',
  encoding_invalid:
    'Der Text ist nicht in {encoding}, seiner angegebenen oder erkannten Zeichencodierung: Er ist beschädigt oder abgeschnitten.',
  database_damaged:
    'Die Datenbank ist beschädigt oder abgeschnitten. Schließen Sie ihr Programm und kopieren Sie die Datei noch einmal.',
  database_schema:
    'Die Datenbank hat Sichten oder virtuelle Tabellen, oder zu viele Tabellen: Die Dateien ihres Programms haben keine.',
  database_too_many_rows: 'Die Datenbank hat in einer Tabelle mehr als {max} Zeilen.',
  database_value_too_long: 'Der Text ist zu lang: Das ist kein Lied.',
  table_quote_open:
    'Ein Anführungszeichen öffnet eine Zelle und wird nie geschlossen. Die Tabelle ist beschädigt oder abgeschnitten.',
  not_utf8:
    'Der Text ist nicht in UTF-8. Öffnen Sie die Datei in einem Texteditor und speichern Sie sie mit der Zeichencodierung UTF-8.',

  edition_is_web_page:
    'Das ist eine Webseite, kein Bibeltext. Öffnen Sie sie in einem Browser und speichern Sie die Datei, die dort zum Herunterladen angeboten wird.',
  edition_not_zip: 'Das ist trotz des Namens kein ZIP-Archiv. Laden Sie die Datei noch einmal herunter.',
  edition_unknown_format: 'Die Datei hat keines der Formate {formats}. Sie enthält: {files}',
  edition_several_formats:
    'Die Datei enthält Dateien in mehreren Formaten: {formats}. Importieren Sie diese nacheinander.',
  edition_second_file: 'Hier ist eine zweite Ausgabe: {file} hat auch eine. Importieren Sie sie einzeln.',
  edition_without_verses: 'Die Datei enthält keine Verse.',
  edition_second_book: 'Hier beginnt ein zweites Buch.',
  edition_book_code: '{code} ist kein Kürzel eines Buchs.',
  edition_chapter_before_book: 'Ein Kapitel steht vor dem ersten Buch.',
  edition_verse_before_book: 'Ein Vers steht vor dem ersten Buch.',
  edition_verse_before_chapter: 'Ein Vers steht vor dem ersten Kapitel.',
  edition_chapter_number: '{number} ist keine Kapitelnummer.',
  edition_verse_number: '{number} ist keine Versnummer.',
  edition_chapter_range: 'Ein Kapitel {chapter} in {book} gibt es nicht.',
  edition_verse_range: 'Die Versnummer in {verse} gibt es nicht.',
  edition_book_without_chapters: '{book} hat keine Kapitel.',
  edition_chapter_without_verses: 'Kapitel {chapter} hat keine Verse.',
  edition_chapter_ends_without_verses: 'Kapitel {chapter}, das hier endet, hat keine Verse.',
  edition_verse_twice: '{verse} kommt zweimal vor.',
  edition_verse_in_two_files:
    '{verse} kommt zweimal vor, auch in {file} mit demselben Buch. Entfernen Sie eine der beiden Dateien oder berichtigen Sie ihr Kürzel.',
  edition_verse_empty: '{verse} ist leer.',
  edition_verse_only_marks: '{verse} enthält keine Wörter, nur „{text}“.',
  edition_gaps:
    '{count} von {total} Versen in {book} sind leer, mehr als einer von {max}. Wenn der Übersetzung diese Verse wirklich fehlen, erlauben Sie Lücken.',

  edition_downloaded_in_part:
    'Die Datenbank gehört zu einer Bibel, die OpenLP Vers für Vers herunterlädt: Sie hat nur die Verse, die gezeigt wurden.',
  edition_lacks_old_testament: 'Im Alten Testament fehlen: {books}',
  edition_lacks_new_testament: 'Im Neuen Testament fehlen: {books}',
  edition_open_end:
    '{verse}, der letzte Vers des Buchs, endet mitten im Satz. Vielleicht ist der Text dort abgeschnitten.',
  edition_replacement_characters: 'Verse mit dem Zeichen U+FFFD anstelle eines unlesbaren Zeichens ({count}): {verses}',
  edition_misread:
    'Verse mit Buchstaben, die nach UTF-8 aussehen, das als Windows-1252 gelesen wurde ({count}): {verses}',
  edition_private_characters:
    'Verse mit privaten Zeichen, die nur in einer bestimmten Schriftart eine Bedeutung haben ({count}): {verses}',
  edition_overrides:
    'Verse mit einem Zeichen, das die Schreibrichtung überschreibt, U+202D oder U+202E ({count}): {verses}',
  edition_wordless: 'Verse ohne Wörter ({count}): {verses}',
  edition_list_skips: 'Die Liste der Verse {verses} nennt {missing} nicht.',
  edition_markup_removed:
    'Aus dem Text von Versen wurde Auszeichnung entfernt ({count}), zuerst in {verse}: „{markup}“',
  edition_spaces_added:
    'Zwischen Wörtern, die am Rand hinzugefügter Wörter aneinanderstießen, wurde ein Leerzeichen eingefügt ({count}-mal).',
  edition_index_short: 'Der Index endet vor {verse}. Die Einträge ab dort sind leer.',
  edition_index_long: 'Der Index ist länger als die Verszählung. Seine letzten Einträge wurden weggelassen ({count}).',
  edition_note_only: '{verse} enthält nur eine Anmerkung und wurde weggelassen.',
  edition_verse_empty_omitted: '{verse} ist leer und wurde weggelassen.',
  edition_verse_only_marks_omitted: '{verse} enthält keine Wörter, nur „{text}“, und wurde weggelassen.',
  edition_verse_moved: '{verse} steht in der Datei nach {before} und wurde an seinen Platz gesetzt.',
  edition_verses_moved: '{count} weitere Verse in {book} stehen in der Datei nicht an ihrem Platz.',
  edition_windows_character: 'Ein Steuerzeichen wurde als Zeichen von Windows-1252 gelesen, zum Beispiel ’ oder –.',
  edition_windows_characters:
    '{count} Steuerzeichen wurden ab hier als Zeichen von Windows-1252 gelesen, zum Beispiel ’ oder –.',
  edition_control: 'Ein Steuerzeichen wurde weggelassen. Vielleicht ist die Datei beschädigt.',
  edition_controls: '{count} Steuerzeichen wurden ab hier weggelassen. Vielleicht ist die Datei beschädigt.',
  edition_not_a_book: '{code} ist kein Buch der Bibel und wurde weggelassen.',
  edition_words_before_verse: 'Wörter vor Vers 1 von {chapter} wurden weggelassen.',
  edition_text_outside: 'Text außerhalb von Versen wurde weggelassen: {text}',
  edition_unknown_style: 'Die Formatvorlage {style} ist unbekannt. Ihr Text wurde behalten.',
  edition_unknown_marker: 'Die Auszeichnung „{marker}“ ist unbekannt. Ihr Text wurde behalten.',
  edition_more_warnings: 'und {count} weitere dieser Art',

  song_file_too_large: 'Die Datei hat mehr als {max} MiB.',
  song_too_demanding: 'Die Datei zu lesen dauert zu lange oder braucht zu viel Speicher. Das ist kein Lied.',
  song_too_long: 'Das Lied ist zu lang. Möglich sind höchstens {max} MiB.',
  song_text_too_long: 'Der Text hat mehr als {max} Zeichen. Das ist kein Lied.',
  song_too_many_lines: 'Der Text hat mehr als {max} Zeilen. Das ist kein Lied.',
  song_too_many_slides: 'Das Lied hat mehr als {max} Folien.',
  song_too_many_verses: 'Das Lied hat mehr als {max} Strophen.',
  song_order_too_long: 'Die Reihenfolge der Strophen hat mehr als {max} Folien.',
  song_slide_too_long: 'Der Text einer Folie hat mehr als {max} Zeichen.',
  song_without_words: 'Das Lied hat keinen Text.',
  song_file_missing: 'Diese Datei gibt es nicht.',
  song_is_folder: 'Das ist ein Ordner. Geben Sie die Dateien darin an.',
  song_not_a_file: 'Das ist keine gewöhnliche Datei.',
  song_is_archive: 'Das ist kein Lied, sondern ein Archiv. Entpacken Sie es und importieren Sie jedes Lied.',
  song_is_collection: 'Diese Datei kann mehrere Lieder enthalten ({format}). Importieren Sie sie als Sammlung.',
  song_unreadable:
    'Das kann nicht gelesen werden, aus einem Grund, der nicht in der Datei liegt. Das Protokoll des Servers hat die Einzelheiten.',
  song_import_failed:
    'Der Import ist gescheitert, aus einem Grund, der nicht in der Datei liegt. Das Protokoll des Servers hat die Einzelheiten.',
  song_import_too_many: 'Der Import hat mehr als {max} Lieder. Die weiteren wurden ausgelassen.',
  song_quota_exceeded: 'Die Organisation hat schon {max} Präsentationen, mehr sind nicht möglich.',
  song_plan_refused: 'Der Ablauf kann nicht angelegt werden. Vielleicht hat die Organisation zu viele.',
  song_plan_cut: 'Ein Ablauf kann {max} Einträge haben. Die weiteren wurden ausgelassen.',
  song_command_plan:
    'Das ist ein Ablauf, von dem der Befehl nur die Lieder importiert. Importieren Sie ihn auf der Seite der Lieder.',
  song_command_slides:
    'Das sind Folien, die der Befehl nicht importiert. Importieren Sie sie auf der Seite der Lieder.',
  song_archive_damaged: 'Das Archiv ist hier beschädigt oder abgeschnitten. Erstellen Sie es noch einmal.',
  song_archive_encrypted:
    'Die Datei ist verschlüsselt. Entpacken Sie das Archiv mit seinem Passwort und importieren Sie die Dateien darin.',
  song_archive_too_many: 'Das Archiv hat mehr als {max} Dateien. Importieren Sie es in Teilen.',
  song_archive_too_large: 'Die entpackten Dateien haben mehr als {max} MiB. Importieren Sie sie in Teilen.',
  song_is_zip:
    'Das ist kein Lied, sondern ein ZIP-Archiv oder ein Office-Dokument. Entpacken Sie es oder speichern Sie es als reinen Text.',
  song_is_picture: 'Das ist kein Lied, sondern ein Bild.',
  song_is_picture_in: 'Das ist kein Lied, sondern ein Bild ({format}).',
  song_is_media: 'Das ist kein Lied, sondern eine Ton- oder Videodatei.',
  song_is_pdf: 'Das ist kein Lied, sondern ein PDF. Kopieren Sie seinen Text und speichern Sie ihn als Textdatei.',
  song_is_rtf: 'Das ist kein Lied, sondern ein RTF-Dokument. Speichern Sie es als reinen Text.',
  song_is_office: 'Das ist kein Lied, sondern ein Dokument von Microsoft Office. Speichern Sie es als reinen Text.',
  song_is_database:
    'Das ist kein Lied, sondern eine Datenbank. Exportieren Sie die Lieder aus dem zugehörigen Programm, zum Beispiel als OpenLyrics.',
  song_is_database_log:
    'Das ist ein Teil einer Datenbank, den ihr Programm noch nicht in die Hauptdatei geschrieben hat. Schließen Sie das Programm und importieren Sie die Datenbank noch einmal.',
  song_is_access:
    'Das ist eine Datenbank von Microsoft Access, wie sie MediaShout und andere haben. Sie kann nicht gelesen werden. Exportieren Sie die Lieder aus dem Programm, zum Beispiel als reinen Text.',
  song_is_easyworship_5:
    'Das ist eine Datei von EasyWorship 2009 oder älter, die nicht gelesen werden kann. Öffnen Sie sie in EasyWorship 6 oder 7 und importieren Sie die Dateien dieser Version.',
  song_is_slides: 'Das sind Folien von PowerPoint oder Impress. Speichern Sie sie als PDF und importieren Sie das PDF.',
  easyworship_needs_both:
    'EasyWorship hat Titel und Texte in zwei Dateien. Importieren Sie Songs.db und SongWords.db zusammen, ihren Ordner oder ein ZIP-Archiv mit beiden.',
  service_without_order: 'Die Datei hat keinen Ablauf.',
  service_item_left_out: 'Das ist weder ein Lied noch eine Bibelstelle. Es steht als Überschrift im Ablauf.',
  song_is_web_page: 'Das ist kein Lied, sondern eine Webseite.',
  song_is_of_program:
    'Das ist eine Datei von {program}, die nicht gelesen werden kann. Exportieren Sie das Lied, zum Beispiel als reinen Text.',
  song_is_data:
    'Das ist kein Lied, sondern Daten im Format {format}. Exportieren Sie das Lied aus seinem Programm, zum Beispiel als reinen Text.',
  song_is_table:
    'Das ist nicht ein Lied, sondern eine Tabelle. Importieren Sie sie als mehrere Lieder, mit Spalten namens „Titel“ und „Liedtext“.',
  song_is_timed:
    'Das ist kein Lied, sondern ein Liedtext mit Zeitangaben oder ein Untertitel. Speichern Sie den Text ohne die Zeiten als reinen Text.',
  song_is_code:
    'Das ist kein Lied, sondern ein Programm oder ein Dokument mit Auszeichnung. Speichern Sie den Liedtext als reinen Text.',
  song_plan_damaged: 'Der Ablauf ist beschädigt. Die Lieder werden ohne ihn importiert.',
  song_presentation_damaged:
    'Die Präsentation von ProPresenter ist beschädigt oder abgeschnitten. Exportieren Sie sie noch einmal.',
  song_is_scripture_show:
    'Das ist kein Lied, sondern eine Show mit Bibelversen, „{title}“. Nehmen Sie die Bibelstelle in einen Ablauf auf.',
  song_is_show_without_words: 'Das ist kein Lied, sondern eine Show ohne Text, zum Beispiel mit Bildern oder Videos.',
  song_is_book: 'Das ist nicht ein Lied, sondern {count} Lieder. Importieren Sie die Datei als mehrere Lieder.',
  song_is_plan: 'Das ist kein Lied, sondern ein Ablauf. Importieren Sie die Datei als mehrere Lieder.',
  song_null_bytes: 'Die Datei enthält Nullbytes, ist also kein Text.',
  song_unknown_xml: 'Diese XML-Datei hat keines der Formate {formats}: Ihr erstes Element ist „{element}“.',
  song_xml_without_element: 'Diese XML-Datei hat keines der Formate {formats}: Sie hat kein Element.',
  song_second_song: 'Hier beginnt ein zweites Lied. Speichern Sie jedes Lied in einer eigenen Datei.',
  song_section_without_end: 'Der Abschnitt „{section}“ hat kein Ende. Die Datei scheint abgeschnitten zu sein.',
  song_section_without_beginning: 'Der Abschnitt „{section}“ endet, ohne zu beginnen.',
  song_section_in_section: 'Ein Abschnitt beginnt, bevor der Abschnitt „{section}“ endet.',
  song_without_element: 'Das Lied hat kein Element {element}.',
  song_without_beginning: 'Die Datei enthält kein Lied: Keine Zeile beginnt mit „[S “.',
  song_without_words_line: 'Die Datei hat keine Zeile „Words=“. Sie scheint abgeschnitten zu sein.',
  song_rtf_too_large: 'Das RTF einer Folie hat mehr als {max} KiB.',
  song_rtf_not_rtf: 'Das RTF einer Folie ist beschädigt: Es ist kein RTF.',
  song_rtf_cut_off: 'Das RTF einer Folie ist beschädigt: Es endet zu früh.',
  song_rtf_too_deep: 'Das RTF einer Folie ist beschädigt: Seine Gruppen sind mehr als {max} Ebenen tief verschachtelt.',
  song_invalid_base64: 'Der Text einer Folie ist kein gültiges Base64.',

  pdf_encrypted: 'Die PDF-Datei ist verschlüsselt. Speichern Sie sie ohne Passwort.',
  pdf_damaged: 'Die PDF-Datei ist beschädigt. Erstellen Sie sie noch einmal.',
  pdf_too_many_pages: 'Die PDF-Datei hat {pages} Seiten, mehr als {max}. Teilen Sie sie auf.',
  pdf_page_damaged: 'Diese Seite der PDF-Datei ist beschädigt und wurde weggelassen.',
  slides_of_program:
    'Folien aus {program} können nicht gelesen werden. Speichern Sie sie als PDF und importieren Sie die PDF-Datei.',
  slides_picture_unknown: 'Dieses Bildformat kann nicht gezeigt werden. Speichern Sie das Bild als PNG oder JPEG.',
  slides_picture_damaged: 'Dieses Bild ist beschädigt oder hat zu viele Pixel.',
  slides_quota_exceeded:
    'Die Organisation kann keine weiteren Bilder haben. Löschen Sie Bilder, die nirgends verwendet werden.',
  slides_too_demanding: 'Die Folien zu lesen dauert zu lange oder braucht zu viel Speicher. Teilen Sie sie auf.',
  slides_without_font:
    'Buchstaben fehlen, weil ihre Schrift nicht in der PDF-Datei enthalten ist. Speichern Sie sie mit eingebetteten Schriften. Folien: {slides}',
  slides_too_many: 'Es sind mehr als {max} Bilder. Die übrigen wurden weggelassen.',

  song_ccli_invalid: 'Die CCLI-Nummer „{text}“ ist keine Zahl und wurde weggelassen.',
  song_controls: 'Steuerzeichen wurden weggelassen: {count}. Die Datei ist vielleicht beschädigt.',
  song_overrides: 'Zeichen, die die Schreibrichtung ändern, wurden weggelassen.',
  song_windows_1252: 'Die Datei ist nicht in UTF-8 und wurde als Windows-1252 gelesen. Prüfen Sie Akzente und Umlaute.',
  song_markdown: 'Der Text hat Zeichen von Markdown wie „{mark}“. Vielleicht ist er ein Dokument und kein Lied.',
  song_words_missing: 'Wörter der Datei, die nicht im Lied sind: {words}',
  song_words_missing_more: 'Wörter der Datei, die nicht im Lied sind: {words} und {more} weitere',
  song_title_shortened: 'Der Titel hat mehr als {max} Zeichen und wurde gekürzt.',
  song_authors_shortened: 'Die Autoren haben mehr als {max} Zeichen und wurden gekürzt.',
  song_copyright_shortened: 'Der Copyright-Vermerk hat mehr als {max} Zeichen und wurde gekürzt.',
  song_source_shortened: 'Die Quelle hat mehr als {max} Zeichen und wurde gekürzt.',
  song_order_unknown: 'Die Reihenfolge der Strophen nennt „{label}“. Das ist keine Strophe des Lieds.',
  song_not_in_order: 'Nicht in der Reihenfolge und daher nie gezeigt: {verses}',
  song_label_reused: 'Die Bezeichnung „{label}“ haben zwei Strophen.',
  song_label_reused_in_line: 'Die Bezeichnung „{label}“ haben zwei Strophen, die zweite in Zeile {line}.',
  song_slides_disabled: 'Alle Folien sind in der Datei deaktiviert. Sie wurden trotzdem importiert.',
  song_caption: 'Der Text „{text}“ ist auf jeder Folie gleich und wurde weggelassen.',
  song_second_text:
    'Ein zweiter Text der Folien hat so viele Zeilen wie der erste und wurde als Übersetzung übernommen. Prüfen Sie ihn.',
  song_verses_missing: 'Die Datei nennt {named} Strophen, hat aber nur Text für {found}. Ab „{label}“ fehlt der Text.',
};
