import type { ProblemsStrings } from '../en/problems.ts';

export const problems: ProblemsStrings = {
  title: 'Fehlercodes',
  about: 'Jeder Fehler der API ist ein „problem“ nach RFC 9457 mit einem dieser Codes.',
  columns: { status: 'Status', code: 'Code', meaning: 'Bedeutung' },
  meaning: 'Was es bedeutet',
  recovery: 'Was Sie tun können',
  all: 'Alle Fehlercodes',
  codes: {
    malformed_json: {
      title: 'Ungültiges JSON',
      meaning: 'Der Inhalt der Anfrage ist kein gültiges JSON in UTF-8.',
      recovery: 'Senden Sie ein einziges JSON-Dokument in UTF-8 als Inhalt der Anfrage.',
    },
    malformed_request: {
      title: 'Ungültige Anfrage',
      meaning:
        'Die Anfrage ist kein gültiges HTTP/1.1. Es wurde nichts ausgeführt, und die Verbindung wurde geschlossen.',
      recovery: 'Senden Sie eine Anfrage nach RFC 9112, mit genau einem Host-Header und genau einer Längenangabe.',
    },
    invalid_token: {
      title: 'Ungültiges Token',
      meaning: 'Die Anfrage hat kein Bearer-Token, oder das Token ist unbekannt, abgelaufen oder widerrufen.',
      recovery: 'Senden Sie „Authorization: Bearer <Token>“ mit einem gültigen Token, oder erstellen Sie ein neues.',
    },
    insufficient_scope: {
      title: 'Fehlende Berechtigung',
      meaning: 'Das Token hat nicht alle Berechtigungen, die dieser Vorgang verlangt.',
      recovery: 'Verwenden Sie ein Token mit den Berechtigungen, die der Header WWW-Authenticate nennt.',
    },
    forbidden: {
      title: 'Nicht erlaubt',
      meaning: 'Diese Art von Token oder diese Person darf den Vorgang nicht ausführen.',
      recovery:
        'Verwenden Sie eine Art von Token, die in der Dokumentation des Vorgangs steht, oder bitten Sie ein Mitglied, dessen Rolle es erlaubt.',
    },
    processing_restricted: {
      title: 'Änderungen sind gesperrt',
      meaning:
        'Ein Betreiber des Servers hat das Konto oder die Organisation eingeschränkt. Die Daten bleiben erhalten.',
      recovery: 'Bitten Sie den Betreiber, die Einschränkung aufzuheben.',
    },
    edition_not_enabled: {
      title: 'Übersetzung nicht in der Bibliothek',
      meaning: 'Die Übersetzung ist installiert, aber nicht in der Bibliothek der Organisation oder des Kontos.',
      recovery: 'Fügen Sie die Übersetzung zur Bibliothek hinzu, oder wählen Sie eine andere.',
    },
    not_found: {
      title: 'Nicht gefunden',
      meaning: 'Das Gesuchte gibt es nicht, oder es gehört jemand anderem.',
      recovery: 'Prüfen Sie die Adresse, und wem das Token gehört.',
    },
    method_not_allowed: {
      title: 'Methode nicht erlaubt',
      meaning: 'Die Adresse gibt es, aber sie unterstützt diese Methode nicht.',
      recovery: 'Verwenden Sie eine der Methoden, die der Header Allow nennt.',
    },
    request_timeout: {
      title: 'Zeitüberschreitung',
      meaning:
        'Die Anfrage war nicht rechtzeitig vollständig. Es wurde nichts ausgeführt, und die Verbindung wurde geschlossen.',
      recovery: 'Senden Sie die vollständige Anfrage noch einmal, über eine neue Verbindung.',
    },
    live_stopped: {
      title: 'Der Raum ist gestoppt',
      meaning:
        'Der Raum (in der API: Live) ist gestoppt. Seine Warteschlange kann nicht geändert, sondern nur geleert werden.',
      recovery:
        'Starten Sie den Raum, also setzen Sie seinen Status auf „running“, und wiederholen Sie die Anfrage mit dem neuen ETag.',
    },
    presentation_mode: {
      title: 'Es werden Folien gezeigt',
      meaning: 'Der Raum zeigt ein Lied oder Folien. Seine Warteschlange kann weder gelesen noch geändert werden.',
      recovery: 'Beenden Sie die Folien, oder leeren Sie die Warteschlange, und wiederholen Sie die Anfrage.',
    },
    reader_mode: {
      title: 'Es werden Bibelverse gezeigt',
      meaning: 'Der Raum zeigt Bibelverse und hat daher keine Folien.',
      recovery: 'Lassen Sie die Einheit weg, oder blättern Sie nach Seiten, Zeilen oder Kapiteln.',
    },
    queue_empty: {
      title: 'Die Warteschlange ist leer',
      meaning:
        'Die Warteschlange ist leer. Es gibt keine Seite, von der aus geblättert, die erweitert oder die auf Sendung gehalten werden kann.',
      recovery: 'Zeigen Sie zuerst eine Bibelstelle.',
    },
    page_is_split: {
      title: 'Die Seite ist ein Teil eines Verses',
      meaning:
        'Die Seite ist ein Teil einer Zeile, die für eine einzelne Seite zu lang ist. Sie kann weder erweitert noch verkürzt werden.',
      recovery:
        'Blättern Sie zum nächsten Teil oder zur nächsten Zeile, oder erhöhen Sie „Zeichen auf einer Seite“ (page_characters) des Raums.',
    },
    watch_limit_reached: {
      title: 'Zu viele wartende Abfragen',
      meaning: 'Der Raum hat schon die Höchstzahl wartender Abfragen.',
      recovery: 'Beenden Sie eine Abfrage, die Sie nicht mehr brauchen, und fragen Sie dann noch einmal ab.',
    },
    queue_full: {
      title: 'Die Warteschlange ist voll',
      meaning: 'Die Warteschlange hätte mehr Einträge als möglich. Es wurde nichts hinzugefügt.',
      recovery: 'Entfernen Sie Einträge, leeren Sie die Warteschlange, oder wählen Sie eine kürzere Bibelstelle.',
    },
    quota_exceeded: {
      title: 'Höchstzahl erreicht',
      meaning: 'Die Organisation oder das Konto hat die Höchstzahl für diese Art erreicht.',
      recovery:
        'Löschen Sie etwas, das Sie nicht mehr brauchen, oder bitten Sie den Betreiber des Servers um eine höhere Grenze.',
    },
    image_in_use: {
      title: 'Das Bild wird verwendet',
      meaning: 'Eine Folie, das Logo oder das Design der Organisation verwendet das Bild. Es wurde nichts gelöscht.',
      recovery: 'Entfernen Sie das Bild von den Folien, aus dem Logo und aus dem Design, und löschen Sie es dann.',
    },
    already_protected: {
      title: 'Schon geschützt',
      meaning: 'Der Raum ist schon mit einem Code geschützt.',
      recovery: 'Ersetzen Sie den Code mit PUT, oder entfernen Sie ihn mit DELETE.',
    },
    not_protected: {
      title: 'Nicht geschützt',
      meaning: 'Der Raum hat keinen Code, der ersetzt werden kann.',
      recovery: 'Schützen Sie den Raum zuerst, mit POST.',
    },
    translations_not_configured: {
      title: 'Keine Übersetzung gewählt',
      meaning: 'Die Anfrage nennt keine Übersetzung, und für den Raum ist keine gewählt.',
      recovery:
        'Nennen Sie eine Übersetzung in der Anfrage, oder wählen Sie Übersetzungen in den Einstellungen des Raums.',
    },
    nothing_to_undo: {
      title: 'Nichts rückgängig zu machen',
      meaning: 'Im Raum gibt es keine Änderung, die rückgängig gemacht werden kann.',
      recovery: 'Sie müssen nichts tun.',
    },
    nothing_to_redo: {
      title: 'Nichts zu wiederholen',
      meaning: 'Es wurde nichts rückgängig gemacht, oder der Raum hat sich seitdem geändert.',
      recovery: 'Sie müssen nichts tun. Wenn Sie die Änderung noch wollen, machen Sie sie noch einmal.',
    },
    nothing_to_return: {
      title: 'Nichts zum Zurückkehren',
      meaning: 'Im Raum wurde nichts unterbrochen.',
      recovery: 'Sie müssen nichts tun.',
    },
    nothing_to_recall: {
      title: 'Nichts Früheres im Verlauf',
      meaning: 'Der Verlauf hat keinen früheren Eintrag, oder nicht den verlangten.',
      recovery: 'Sie müssen nichts tun.',
    },
    nothing_counting: {
      title: 'Es läuft kein Countdown',
      meaning: 'Weder die gezeigte Folie noch die Bühnennachricht hat einen Countdown, der begonnen hat.',
      recovery: 'Zeigen Sie eine Folie mit einem Countdown, oder setzen Sie countdown_to der Bühnennachricht.',
    },
    no_plan: {
      title: 'Kein Ablauf',
      meaning: 'Der Raum hat keinen Ablauf, oder sein Ablauf wurde gelöscht.',
      recovery: 'Ordnen Sie dem Raum einen Ablauf zu, mit PUT plan.',
    },
    deck_missing: {
      title: 'Lied oder Folien fehlen',
      meaning: 'Das Lied oder die Folien dieses Eintrags wurden gelöscht.',
      recovery: 'Wählen Sie im Ablauf ein anderes Lied oder andere Folien, oder gehen Sie zu einem anderen Eintrag.',
    },
    stale_queue_cursor: {
      title: 'Veraltete Stelle der Warteschlange',
      meaning: 'Der Raum hat sich geändert, seit die Stelle (cursor) entstand.',
      recovery: 'Lesen Sie die Warteschlange noch einmal von der ersten Seite, ohne after.',
    },
    stale_cursor: {
      title: 'Veraltete Stelle',
      meaning:
        'Seit die Stelle (cursor) entstand, wurde die Übersetzung neu importiert oder die Installation wiederhergestellt.',
      recovery: 'Lesen Sie noch einmal von der ersten Seite, ohne after.',
    },
    idempotency_conflict: {
      title: 'Schlüssel schon verwendet',
      meaning: 'Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet.',
      recovery: 'Verwenden Sie für jede neue Anfrage einen neuen Schlüssel.',
    },
    stale_validator: {
      title: 'Inzwischen geändert',
      meaning: 'Das ETag in If-Match ist veraltet, weil sich der Inhalt geändert hat. Es wurde nichts geändert.',
      recovery:
        'Lesen Sie den Inhalt noch einmal. Wenn Sie die Änderung noch wollen, senden Sie sie mit dem aktuellen ETag.',
    },
    body_too_large: {
      title: 'Zu groß',
      meaning: 'Der Inhalt der Anfrage ist zu groß.',
      recovery: 'Senden Sie einen kleineren Inhalt.',
    },
    verse_too_large: {
      title: 'Vers zu groß',
      meaning:
        'Ein einzelner Vers ist größer, als eine ganze Seite sein kann. Er wird nicht übersprungen. Importe lehnen solche Verse ab.',
      recovery: 'Sagen Sie es dem Betreiber des Servers. Er kann die Übersetzung reparieren und neu importieren.',
    },
    unsupported_media_type: {
      title: 'Nicht unterstützter Typ',
      meaning: 'Der Medientyp des Inhalts wird nicht unterstützt, oder der Inhalt ist komprimiert.',
      recovery:
        'Senden Sie „Content-Type: application/json“, oder den Medientyp eines Bilds oder einer Lieddatei, wo eine erwartet wird, ohne Content-Encoding.',
    },
    invalid_fields: {
      title: 'Ungültige Felder',
      meaning:
        'Ein Feld des Inhalts, ein Parameter der Adresse oder ein Header fehlt, ist unbekannt, kommt mehrmals vor oder liegt außerhalb der Grenzen.',
      recovery: 'Korrigieren Sie die Felder, die „errors“ nennt.',
    },
    invalid_validator: {
      title: 'Ungültiges ETag',
      meaning:
        'If-Match ist nicht genau ein starkes ETag. Platzhalter, schwache ETags und Listen werden nicht angenommen.',
      recovery: 'Senden Sie als einzigen Wert das unveränderte ETag der letzten Antwort.',
    },
    invalid_reference: {
      title: 'Ungültige Bibelstelle',
      meaning: 'Die Bibelstelle ist mehrdeutig, oder die gewählten Übersetzungen haben sie nicht.',
      recovery: 'Prüfen Sie Buch, Kapitel, Vers und Übersetzung.',
    },
    invalid_queue_order: {
      title: 'Ungültige Reihenfolge',
      meaning: 'item_ids nennt nicht jeden jetzigen Eintrag genau einmal.',
      recovery:
        'Lesen Sie die Warteschlange noch einmal, und senden Sie dann alle Kennungen, jede einmal, in der neuen Reihenfolge.',
    },
    invalid_cursor: {
      title: 'Ungültige Stelle',
      meaning:
        'Die Stelle (cursor) ist fehlerhaft oder verändert, oder sie stammt aus der Zeit vor einer Wiederherstellung oder einem Wechsel des Schlüssels.',
      recovery: 'Beginnen Sie noch einmal, ohne after.',
    },
    cursor_mismatch: {
      title: 'Stelle gehört woandershin',
      meaning: 'Die Stelle (cursor) gehört zu einem anderen Inhalt.',
      recovery: 'Beginnen Sie noch einmal, ohne after.',
    },
    invalid_pairing_code: {
      title: 'Ungültiger Kopplungscode',
      meaning: 'Der Kopplungscode ist falsch geschrieben, abgelaufen oder schon verwendet. Es wurde nichts erstellt.',
      recovery: 'Senden Sie den Code, den der Bildschirm jetzt zeigt.',
    },
    idempotency_unsupported: {
      title: 'Idempotency-Key nicht möglich',
      meaning:
        'Dieser Vorgang unterstützt keinen Idempotency-Key, weil er sich nicht sicher wiederholen lässt. Es wurde nichts geändert.',
      recovery:
        'Lassen Sie den Header weg. Lesen Sie nach einer unklaren Antwort den jetzigen Stand, bevor Sie es noch einmal versuchen.',
    },
    validator_required: {
      title: 'ETag erforderlich',
      meaning: 'Der Vorgang verlangt If-Match.',
      recovery: 'Senden Sie das ETag der letzten Antwort in If-Match.',
    },
    rate_limited: {
      title: 'Zu viele Anfragen',
      meaning: 'Es waren zu viele Anfragen.',
      recovery: 'Warten Sie so lange, wie Retry-After sagt, und fragen Sie dann seltener an.',
    },
    headers_too_large: {
      title: 'Header zu groß',
      meaning:
        'Anfragezeile und Header sind größer als 16 KiB. Es wurde nichts ausgeführt, und die Verbindung wurde geschlossen.',
      recovery: 'Senden Sie weniger oder kürzere Header, oder eine kürzere Adresse.',
    },
    internal_error: {
      title: 'Interner Fehler',
      meaning:
        'Der Server ist wegen eines Programmfehlers gescheitert. Ob die Anfrage ausgeführt wurde, ist unbekannt.',
      recovery:
        'Lesen Sie den jetzigen Stand, bevor Sie es noch einmal versuchen. Nennen Sie dem Betreiber des Servers die Kennung der Anfrage (request_id).',
    },
    not_implemented: {
      title: 'Nicht unterstützt',
      meaning:
        'Die Anfrage verwendet etwas, das der Server nicht unterstützt, etwa eine andere Übertragungskodierung als „chunked“.',
      recovery: 'Senden Sie den Inhalt mit Content-Length oder nur mit „Transfer-Encoding: chunked“.',
    },
    unavailable: {
      title: 'Vorübergehend nicht verfügbar',
      meaning: 'Etwas, das der Server braucht, ist nicht verfügbar. Bestätigte Änderungen gehen nicht verloren.',
      recovery:
        'Warten Sie so lange, wie Retry-After sagt, lesen Sie den jetzigen Stand, und versuchen Sie es dann noch einmal.',
    },
  },
};
