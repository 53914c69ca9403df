import type { InstallationStrings } from '../en/installation.ts';
import { richText } from '../rich-text.ts';

export const installation: InstallationStrings = {
  places: { places: 'Installation', figures: 'Übersicht', backups: 'Sicherungen', editions: 'Übersetzungen' },
  figures: {
    title: 'Installation',
    intro: 'Diese Seite sehen nur die Betreiber dieses Servers.',
    version: 'Version',
    database: 'Datenbank',
    engines: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
    databaseSize: 'Größe der Datenbank',
    users: 'Personen',
    organizations: 'Organisationen',
    lives: 'Lives',
    editions: 'Installierte Übersetzungen',
    viewers: 'Zuschauer jetzt',
    free: 'Freier Speicherplatz',
    unknown: 'unbekannt',
    running: 'Läuft seit',
    lastBackup: 'Letzte Sicherung',
    none: 'noch keine',
    administrators: 'Betreiber',
    administratorsHint: 'Sie werden auf dem Server selbst ernannt:',
    recent: 'Letzte Aktionen der Betreiber',
    noRecent: 'Noch keine Aktionen.',
    someone: 'Ein gelöschtes Konto',
  },
  backups: {
    title: 'Sicherungen',
    latest: (moment) => richText`Die letzte Sicherung ist vom ${moment}.`,
    never: 'Es gibt noch keine Sicherung.',
    make: 'Jetzt sichern',
    running: 'Sicherung läuft',
    runningHint: 'Sie können diese Seite schließen. Die Sicherung läuft auf dem Server weiter.',
    reload: 'Neu laden',
    list: 'Sicherungen auf diesem Server',
    kept: (kept) =>
      kept === 1
        ? 'Hier bleibt nur die neueste. Laden Sie Sicherungen herunter, und bewahren Sie sie auf einem anderen Rechner auf.'
        : `Hier bleiben die neuesten ${kept}. Laden Sie Sicherungen herunter, und bewahren Sie sie auf einem anderen Rechner auf.`,
    empty: 'Noch keine. „Jetzt sichern“ erstellt die erste.',
    by: (name) => `von ${name}`,
    elsewhere: (place) =>
      `Die Datei liegt in ${place}. Öffnen Sie Lectern dort, um sie herunterzuladen, oder geben Sie allen Servern einen gemeinsamen Ordner für Sicherungen.`,
    download: 'Herunterladen',
    remove: 'Löschen',
    removeMeans: 'Die Datei wird endgültig vom Server gelöscht. Heruntergeladene Kopien bleiben.',
    removeNow: 'Sicherung löschen',
    forget: 'Aus der Liste entfernen',
    forgetMeans: 'Nur der Eintrag wird entfernt. Die Datei bleibt, wo sie ist.',
    forgetNow: 'Eintrag entfernen',
    done: { removed: 'Die Sicherung wurde gelöscht.', forgotten: 'Der Eintrag wurde entfernt.' },
    contents: 'Was in einer Sicherung steht',
    contentsText:
      'Die ganze Datenbank zu einem Zeitpunkt: Personen mit den Hashes ihrer Passwörter und Tokens, Lives, Abläufe, Folien mit Bildern, Übersetzungen und das Aktivitätsprotokoll. Bewahren Sie sie sicher auf.',
    key: (file) =>
      richText`Die Schlüsseldatei ${file} ist nicht enthalten. Bewahren Sie eine Kopie davon an einem anderen Ort auf: Wer beides hat, hat alles.`,
    restore: 'Sicherung wiederherstellen',
    restoreText:
      'Eine Wiederherstellung ersetzt alle Daten, deshalb geschieht sie auf dem Server selbst. Halten Sie den Server an, führen Sie diesen Befehl aus, und starten Sie den Server wieder. Der Befehl prüft die Sicherung und verlangt --force, bevor er Daten ersetzt:',
    restoreDatabase:
      'Der Befehl nimmt die Adresse der Datenbank aus LECTERN_DATABASE_URL, weil sie ein Passwort enthält. Setzen Sie die Variable in dieser Shell wie für den Server.',
    problems: {
      failed: 'Die letzte Sicherung ist fehlgeschlagen, es wurde nichts geschrieben.',
      disk_full: 'Die letzte Sicherung ist fehlgeschlagen: Der Speicherplatz ist voll.',
      not_allowed:
        'Die letzte Sicherung ist fehlgeschlagen: Der Server darf nicht in den Ordner für Sicherungen schreiben.',
      interrupted: 'Die letzte Sicherung wurde unterbrochen, weil der Server beendet wurde.',
      unavailable: 'Die letzte Sicherung ist fehlgeschlagen: Die Datenbank hat nicht geantwortet.',
      space: (needed, free) =>
        `Es ist zu wenig Speicherplatz frei: Eine Sicherung kann ${needed} brauchen, frei sind ${free}. Es wurde nichts geschrieben.`,
      folder: (folder) =>
        `Der Server kann nicht in den Ordner für Sicherungen ${folder} schreiben. Es wurde nichts geschrieben.`,
    },
  },
  overdue: {
    never: 'Es gibt noch keine Sicherung.',
    old: (moment) => richText`Die letzte Sicherung ist vom ${moment}.`,
    action: 'Sicherung erstellen',
  },
};
