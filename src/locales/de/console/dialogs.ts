import type { ConsoleStrings } from '../../en/console/index.ts';

export const dialogs: ConsoleStrings['dialogs'] = {
  once: 'Öffnen Sie diese Adresse auf dem Gerät, das sie verwenden soll. Sie wird nur einmal angezeigt. Wer sie kennt, kann sie verwenden: Behandeln Sie sie wie ein Passwort.',
  onlyHere:
    'Diese Adresse funktioniert nur auf diesem Computer. Damit andere Geräte sie öffnen können, starten Sie den Server mit',
  address: 'Adresse',
  obs: 'Adresse für OBS, mit transparentem Hintergrund',
  copy: 'Kopieren',
  copyObs: 'Für OBS kopieren',
  copied: 'Kopiert.',
  selected: 'Der Text ist markiert. Drücken Sie Strg+C: Ohne HTTPS kann eine Seite nicht kopieren.',
  qr: 'QR-Code der Adresse',
  noResponse: 'Der Server antwortet nicht.',
  close: 'Schließen',
  escape: 'Esc',
  over: 'Bitte melden Sie sich erneut an.',
  overHint: 'Ihre Sitzung ist abgelaufen. Was Sie eingegeben haben, bleibt hier.',
  stillOver: 'Sie sind noch nicht angemeldet, oder jemand anders ist es.',
  signIn: 'Anmelden',
  signedIn: 'Ich habe mich angemeldet',
  /** Messages for failed requests, by the code of the problem. */
  problems: {
    invalid_fields: 'Ein Wert ist ungültig:',
    insufficient_scope: 'Ihre Rolle erlaubt das nicht mehr. Wenden Sie sich an einen Inhaber oder Administrator.',
    forbidden: 'Das dürfen Sie nicht.',
    processing_restricted: 'Ein Betreiber des Servers hat dieses Konto eingeschränkt. Die Daten bleiben erhalten.',
    edition_not_enabled: 'Diese Übersetzung ist nicht in der Bibliothek der Organisation.',
    not_found: 'Das gibt es nicht mehr. Vielleicht hat es jemand gelöscht.',
    live_stopped: 'Das Live ist gestoppt. Starten Sie es zuerst.',
    presentation_mode: 'Das Live zeigt ein Lied oder Folien. Beenden Sie das zuerst.',
    reader_mode: 'Das Live zeigt Bibelverse und hat daher keine Folien.',
    queue_empty: 'Die Warteschlange ist leer.',
    page_is_split: 'Diese Seite ist Teil eines langen Verses und kann weder erweitert noch gekürzt werden.',
    queue_full: 'Die Warteschlange ist voll. Entfernen Sie Einträge oder leeren Sie sie.',
    quota_exceeded:
      'Die Höchstzahl ist erreicht. Löschen Sie etwas, das Sie nicht mehr brauchen, oder bitten Sie den Betreiber des Servers um mehr.',
    image_in_use: 'Eine Folie oder das Logo verwendet dieses Bild.',
    already_protected: 'Das Live hat schon ein Publikumsgeheimnis.',
    not_protected: 'Das Live hat kein Publikumsgeheimnis.',
    translations_not_configured: 'Das Live hat keine Übersetzung. Wählen Sie eine in seinen Einstellungen.',
    nothing_to_undo: 'Es gibt nichts rückgängig zu machen.',
    nothing_to_redo: 'Es gibt nichts zu wiederholen.',
    nothing_to_return: 'Es gibt nichts, wohin Sie zurückkehren können.',
    nothing_to_recall: 'Der Verlauf hat keinen solchen Eintrag.',
    no_plan: 'Das Live hat keinen Ablauf.',
    deck_missing: 'Das Lied oder die Folien dieses Eintrags wurden gelöscht.',
    stale_validator:
      'Jemand anders hat das inzwischen geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    body_too_large: 'Das ist zu groß.',
    unsupported_media_type: 'Dateien dieses Typs können nicht verwendet werden.',
    invalid_reference: 'Die Bibelstelle ist mehrdeutig, oder die gewählten Übersetzungen haben sie nicht.',
    invalid_pairing_code:
      'Der Kopplungscode ist falsch, abgelaufen oder schon verwendet. Geben Sie den Code ein, den der Bildschirm jetzt zeigt.',
    internal_error:
      'Auf dem Server ist ein Fehler aufgetreten. Prüfen Sie, ob die Änderung gespeichert wurde, bevor Sie es noch einmal versuchen.',
    unavailable: 'Der Server ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    rate_limited: (seconds: number) =>
      `Zu viele Anfragen. Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
  },
};
