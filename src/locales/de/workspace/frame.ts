import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const frame: WorkspaceStrings['frame'] = {
  startFailed: 'Die Seite konnte nicht gestartet werden.',
  tryAgain: 'Erneut versuchen',
  missingHint: 'Vielleicht wurde gelöscht, was hier stand, oder es gehört einer anderen Organisation.',
  saved: 'Gespeichert',
  savedAt: (time) => `Gespeichert um ${time}`,
  saving: 'Wird gespeichert …',
  notSaved: 'Nicht gespeichert:',
  missing:
    'Das wurde inzwischen gelöscht, oder Sie haben keinen Zugriff mehr. Was Sie sehen, ist nicht gespeichert; kopieren Sie, was Sie brauchen.',
  overtaken:
    'Während Sie daran gearbeitet haben, hat jemand anderes eine Änderung gespeichert. Nichts geht verloren: „Rückgängig“ holt die andere Fassung zurück.',
  movedTo: (name, at, total) => `${name}: ${at} von ${total}`,
  keepMine: 'Meine behalten',
  takeTheirs: 'Andere übernehmen',
};
