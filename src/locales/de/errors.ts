import type { ErrorsStrings } from '../en/errors.ts';

export const errors: ErrorsStrings = {
  known: {
    not_found: [
      'Das gibt es hier nicht',
      'Die Adresse ist vielleicht falsch, oder was hier war, ist beendet. Es wurde nichts geändert.',
    ],
    link_over: [
      'Dieser Link gilt nicht mehr',
      'Er ist alt oder wurde schon benutzt. Wenn Sie selbst es waren, melden Sie sich an. Sonst bitten Sie die Person, von der er kam, um einen neuen.',
    ],
    stale_form: [
      'Bitte noch einmal absenden',
      'Die Seite war nicht mehr aktuell, deshalb wurde nichts geändert. Gehen Sie zurück, sehen Sie nach, was dort jetzt steht, und senden Sie sie noch einmal ab.',
    ],
    method_not_allowed: [
      'Das geht hier nicht',
      'Es wurde nichts geändert. Öffnen Sie die Seite und benutzen Sie, was sie anbietet.',
    ],
    body_too_large: ['Das ist zu lang', 'Es wurde nichts geändert. Gehen Sie zurück und geben Sie weniger ein.'],
    forbidden: [
      'Das wurde nicht getan',
      'Es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    ],
    processing_restricted: [
      'Gerade lässt sich nichts ändern',
      'Die Verwaltung dieses Servers hat dieses Konto oder diese Organisation eingeschränkt. Es wurde nichts geändert, und nichts ist verloren. Bitten Sie die Verwaltung, die Einschränkung aufzuheben.',
    ],
    rate_limited: ['Zu viele Versuche', 'Es wurde nichts geändert.'],
    unavailable: ['Gerade nicht verfügbar', 'Es ist nichts verloren. Versuchen Sie es gleich noch einmal.'],
    needs_https: [
      'Nicht über diese Verbindung',
      'Andere im Netz könnten mitlesen, deshalb meldet sich hier niemand an. Fragen Sie die Person, die diesen Server betreibt, nach seiner verschlüsselten Adresse (HTTPS), die mit https:// beginnt; gibt es keine, kann sie eine einrichten.',
    ],
    app_needs_https: [
      'Nicht über diese Verbindung',
      'Andere im Netz könnten mitlesen, deshalb wird hier keine App verbunden, und es wurde nichts weitergegeben. Fragen Sie die Person, die diesen Server betreibt, nach seiner verschlüsselten Adresse (HTTPS), die mit https:// beginnt, und verbinden Sie die App dort; gibt es keine, kann sie eine einrichten.',
    ],
    internal_error: [
      'Hier ist etwas schiefgegangen',
      'Der Fehler liegt bei uns und wurde notiert. Versuchen Sie es gleich noch einmal.',
    ],
    invalid_fields: ['Das war nicht lesbar', 'Es wurde nichts geändert. Gehen Sie zurück und prüfen Sie Ihre Eingabe.'],
  },
  local: (address) => `Auf dem Rechner, auf dem der Server läuft, geht es unter ${address}.`,
  wait: (seconds) => `Bitte warten Sie ${seconds} Sekunden.`,
  back: 'Zu Ihrem Konto',
  stale_form: 'Zurück zur Seite',
  link_over: 'Zur Anmeldung',
};
