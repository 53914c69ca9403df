import { duration } from '../duration.ts';
import type { ErrorsStrings } from '../en/errors.ts';

export const errors: ErrorsStrings = {
  known: {
    not_found: [
      'Seite nicht gefunden',
      'Die Adresse ist vielleicht falsch, oder die Seite gibt es nicht mehr. Es wurde nichts geändert.',
    ],
    link_over: [
      'Dieser Link funktioniert nicht mehr',
      'Er ist abgelaufen oder wurde schon verwendet. Wenn Sie ihn selbst verwendet haben, melden Sie sich an. Andernfalls bitten Sie den Absender um einen neuen.',
    ],
    sign_in_again: ['Noch einmal anmelden', 'Diese Seite braucht eine Anmeldung der letzten Minuten.'],
    stale_form: [
      'Bitte noch einmal absenden',
      'Die Seite war veraltet, deshalb wurde nichts geändert. Gehen Sie zurück, prüfen Sie, was dort jetzt steht, und senden Sie sie noch einmal ab.',
    ],
    missing_target: [
      'Nicht mehr vorhanden',
      'Vielleicht hat es inzwischen jemand anders entfernt. Es wurde nichts geändert. Gehen Sie zurück, um den aktuellen Stand zu sehen.',
    ],
    method_not_allowed: [
      'Das ist hier nicht möglich',
      'Es wurde nichts geändert. Öffnen Sie die Seite und verwenden Sie ihre Schaltflächen.',
    ],
    body_too_large: ['Das ist zu lang', 'Es wurde nichts geändert. Gehen Sie zurück und geben Sie weniger Text ein.'],
    forbidden: ['Nicht erlaubt', 'Es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.'],
    processing_restricted: [
      'Änderungen sind gesperrt',
      'Der Betreiber dieses Servers hat dieses Konto oder diese Organisation eingeschränkt. Es wurde nichts geändert, und Ihre Daten bleiben erhalten. Bitten Sie ihn, die Einschränkung aufzuheben.',
    ],
    rate_limited: ['Zu viele Versuche', 'Es wurde nichts geändert.'],
    unavailable: ['Vorübergehend nicht verfügbar', 'Ihre Daten bleiben erhalten. Versuchen Sie es gleich noch einmal.'],
    needs_https: [
      'Diese Verbindung ist nicht sicher',
      'Andere im Netzwerk könnten mitlesen, deshalb ist hier keine Anmeldung möglich. Fragen Sie den Betreiber des Servers nach der verschlüsselten Adresse, die mit https:// beginnt.',
    ],
    network_sign_in_off: [
      'In diesem Netzwerk ist das Anmelden ausgeschaltet',
      'Andere in diesem Netzwerk könnten mitlesen. Wenn Sie ihnen vertrauen, kann ein Betreiber auf dem Rechner mit dem Server „Anmelden aus diesem Netzwerk ohne Verschlüsselung“ einschalten, unter Installation, Netzwerk.',
    ],
    not_in_network: [
      'Nicht in diesem Netzwerk',
      'Diese Seite öffnet sich nur über HTTPS oder auf dem Rechner mit dem Server, weil andere in diesem Netzwerk mitlesen könnten.',
    ],
    app_needs_https: [
      'Diese Verbindung ist nicht sicher',
      'Andere im Netzwerk könnten mitlesen, deshalb lässt sich hier keine App verbinden. Es wurde nichts weitergegeben. Fragen Sie den Betreiber des Servers nach der verschlüsselten Adresse, die mit https:// beginnt, und verbinden Sie die App dort.',
    ],
    internal_error: [
      'Etwas ist schiefgegangen',
      'Der Fehler liegt bei uns und wurde protokolliert. Versuchen Sie es gleich noch einmal.',
    ],
    invalid_fields: ['Ungültige Eingabe', 'Es wurde nichts geändert. Gehen Sie zurück und prüfen Sie Ihre Eingaben.'],
  },
  local: (address) => `Auf dem Rechner, auf dem der Server läuft, verwenden Sie ${address}.`,
  wait: (seconds) => `Bitte warten Sie ${duration('de', seconds)}.`,
  back: 'Zu Ihrem Konto',
  start: 'Zur Startseite',
  stale_form: 'Zurück zur Seite',
  missing_target: 'Zurück zur Seite',
  link_over: 'Anmelden',
};
