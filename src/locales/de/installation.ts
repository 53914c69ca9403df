import type { InstallationStrings } from '../en/installation.ts';
import { richText } from '../rich-text.ts';

export const installation: InstallationStrings = {
  places: {
    places: 'Installation',
    figures: 'Übersicht',
    backups: 'Sicherungen',
    editions: 'Übersetzungen',
    network: 'Netzwerk',
  },
  figures: {
    title: 'Installation',
    intro: 'Diese Seite sehen nur die Betreiber dieses Servers.',
    version: 'Version',
    database: 'Datenbank',
    engines: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
    databaseSize: 'Größe der Datenbank',
    users: 'Personen',
    organizations: 'Organisationen',
    lives: 'Räume',
    editions: 'Installierte Übersetzungen',
    viewers: 'Zuschauer jetzt',
    free: 'Freier Speicherplatz',
    unknown: 'unbekannt',
    running: 'Läuft seit',
    lastBackup: 'Letzte Sicherung',
    none: 'noch keine',
    administrators: 'Betreiber',
    recent: 'Letzte Aktionen der Betreiber',
    noRecent: 'Noch keine Aktionen.',
    someone: 'Ein gelöschtes Konto',
  },
  administrators: {
    name: 'Betreiber ernennen',
    email: 'E-Mail',
    hint: 'Von einer Person mit einem Konto auf diesem Server. Betreiber sehen diese Seiten und können alle Daten ersetzen.',
    unknown: 'Mit dieser E-Mail-Adresse gibt es kein Konto. Es wurde nichts geändert.',
    disabled: 'Dieses Konto ist gesperrt. Es wurde nichts geändert.',
    last: 'Das ist der letzte Betreiber. Ernennen Sie zuerst einen anderen. Es wurde nichts geändert.',
    remove: 'Als Betreiber entlassen',
    removeHint: (name) => `${name} sieht diese Seiten nicht mehr. Konto und Organisationen bleiben, wie sie sind.`,
    done: { added: 'Der Betreiber ist ernannt.', removed: 'Der Betreiber ist entlassen.' },
  },
  backups: {
    title: 'Sicherungen',
    latest: (moment) => richText`Letzte Sicherung: ${moment}.`,
    never: 'Es gibt noch keine Sicherung.',
    make: 'Jetzt sichern',
    running: 'Sicherung läuft',
    runningHint: 'Sie können diese Seite schließen. Die Sicherung läuft auf dem Server weiter.',
    reload: 'Neu laden',
    list: 'Sicherungen auf diesem Server',
    kept: (kept) =>
      kept === 1
        ? 'Von denen, die Sie hier erstellen, bleibt die neueste. Laden Sie Sicherungen herunter, und bewahren Sie sie auf einem anderen Rechner auf.'
        : `Von denen, die Sie hier erstellen, bleiben die neuesten ${kept}. Laden Sie Sicherungen herunter, und bewahren Sie sie auf einem anderen Rechner auf.`,
    nightly: {
      made: 'nächtliche Sicherung',
      next: (moment) => richText`Die nächste nächtliche Sicherung ist am ${moment} fällig.`,
      soon: 'Die nächste nächtliche Sicherung beginnt in wenigen Minuten.',
      kept: (kept) =>
        kept === 1 ? 'Von den nächtlichen bleibt die neueste.' : `Von den nächtlichen bleiben die neuesten ${kept}.`,
      off: (setting) => richText`Es gibt keine nächtlichen Sicherungen, weil ${setting} 0 ist.`,
    },
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
      'Die ganze Datenbank zu einem Zeitpunkt: Personen mit den Hashes ihrer Passwörter und Tokens, Räume, Abläufe, Folien mit Bildern, Übersetzungen und das Aktivitätsprotokoll. Bewahren Sie sie sicher auf.',
    key: (file) =>
      richText`Die Schlüsseldatei ${file} ist nicht enthalten. Bewahren Sie eine Kopie davon an einem anderen Ort auf: Wer beides hat, hat alles.`,
    restorePage: {
      open: 'Wiederherstellen',
      title: 'Diese Sicherung wiederherstellen',
      checked: 'Diese Sicherung wurde gerade gelesen und geprüft. Sie kann wiederhergestellt werden.',
      refused: {
        damaged_backup: 'Diese Sicherung ist beschädigt und kann nicht wiederhergestellt werden.',
        foreign_backup:
          'Diese Sicherung stammt von einer anderen Installation oder einer älteren Version. Wenn sie Ihre ist, bringen Sie ihre Schlüsseldatei mit, oder stellen Sie sie mit dem Befehl und --force wieder her.',
        schema_too_new:
          'Diese Sicherung stammt von einer neueren Version von Lectern. Installieren Sie zuerst jene Version.',
        disk_full: 'Es ist zu wenig Speicherplatz frei.',
        unknown: 'Diese Sicherung konnte nicht gelesen werden.',
      },
      madeAt: 'Sicherung vom',
      version: 'Version von Lectern',
      now: (inBackup, now) => `${inBackup} (jetzt ${now})`,
      means: [
        'Alle jetzigen Daten werden durch die der Sicherung ersetzt. Was seither entstanden oder geändert ist, ist weg.',
        'Alle werden abgemeldet, auch Sie. Passwörter, Tokens und Administratoren sind die der Sicherung.',
        'Der Server hält dafür an und startet von selbst wieder. Bildschirme und Telefone verbinden sich neu.',
        'Die jetzige Datenbank bleibt neben der neuen im Datenordner, bis Sie sie dort löschen.',
      ],
      noSignIn:
        'In dieser Sicherung hat kein Administrator ein Passwort oder einen Passkey. Danach kann sich einer nur mit einem Link anmelden, den der Befehl „user reset-link“ auf dem Computer mit dem Server erstellt.',
      name: (host) => `Geben Sie zur Bestätigung ${host} ein`,
      wrongName: 'So heißt dieser Server nicht.',
      button: 'Alle Daten ersetzen',
      running: 'Wiederherstellung läuft',
      runningHint:
        'Der Server hält an und startet wieder. Das dauert eine Minute oder länger. Melden Sie sich danach wieder an.',
      continue: 'Weiter',
      failed: 'Die Wiederherstellung ist fehlgeschlagen, es wurde nichts geändert.',
    },
    restore: 'Sicherung wiederherstellen',
    restoreText:
      'Eine Wiederherstellung ersetzt alle Daten. Auf dem Server selbst geht sie so: Halten Sie den Server an, führen Sie diesen Befehl aus, und starten Sie den Server wieder. Der Befehl prüft die Sicherung und verlangt --force, bevor er Daten ersetzt:',
    restoreDatabase:
      'Der Befehl nimmt die Adresse der Datenbank aus LECTERN_DATABASE_URL, weil sie ein Passwort enthält. Setzen Sie die Variable in dieser Shell wie für den Server.',
    problems: {
      failed: 'Die letzte Sicherung ist fehlgeschlagen, es wurde nichts geschrieben.',
      disk_full: 'Die letzte Sicherung ist fehlgeschlagen: Der Speicherplatz ist voll.',
      not_allowed:
        'Die letzte Sicherung ist fehlgeschlagen: Der Server darf nicht in den Ordner für Sicherungen schreiben.',
      interrupted: 'Die letzte Sicherung wurde unterbrochen, weil der Server beendet wurde.',
      unavailable: 'Die letzte Sicherung ist fehlgeschlagen: Die Datenbank hat nicht geantwortet.',
      damaged_backup:
        'Die letzte Sicherung hat die Prüfung nicht bestanden und wurde nicht behalten. Die Datenbank könnte beschädigt sein: Führen Sie auf dem Server „lectern doctor“ aus.',
      startedAt: (moment) => richText`Begonnen wurde sie am ${moment}.`,
      space: (needed, free) =>
        `Es ist zu wenig Speicherplatz frei: Eine Sicherung kann ${needed} brauchen, frei sind ${free}. Es wurde nichts geschrieben.`,
      folder: (folder) =>
        `Der Server kann nicht in den Ordner für Sicherungen ${folder} schreiben. Es wurde nichts geschrieben.`,
    },
  },
  network: {
    title: 'Netzwerk',
    devices: 'Andere Geräte in diesem Netzwerk',
    closed: {
      now: 'Aus.',
      means: 'Nur dieser Rechner kann Lectern öffnen. Kein Bildschirm, Handy oder anderer Rechner erreicht es.',
      open: 'Einschalten',
    },
    open: {
      now: 'Ein.',
      means: 'Jedes Gerät in diesem Netzwerk kann Lectern unter den Adressen unten öffnen, jetzt und nach jedem Start.',
      close: 'Ausschalten',
    },
    before:
      'Ist es eingeschaltet, kann jeder in diesem Netzwerk die Publikumslinks öffnen und einen Bildschirm verbinden. Die Verbindung ist nicht verschlüsselt. Hier können Sie es wieder ausschalten.',
    plain:
      'Die Verbindung ist nicht verschlüsselt: Andere in diesem Netzwerk können mitlesen, auch Tokens. Schalten Sie dies nur in einem Netzwerk ein, dem Sie vertrauen.',
    decidedBy: {
      HOST: (setting) =>
        richText`Das legt die Einstellung ${setting} fest. Um es hier zu ändern, starten Sie den Server ohne sie.`,
      '--lan': () =>
        richText`Der Server wurde mit --lan gestartet, und das legt es fest. Um es hier zu ändern, starten Sie ihn ohne --lan.`,
      postgres: () =>
        richText`Mit PostgreSQL legen das die Einstellungen jedes Servers fest: Starten Sie ihn mit HOST=0.0.0.0 oder mit --lan.`,
    },
    signIn: {
      title: 'Anmelden aus diesem Netzwerk ohne Verschlüsselung',
      off: {
        now: 'Aus.',
        means:
          'Auf anderen Geräten kann sich niemand anmelden. Einladungen und die Codes von Bildschirmen funktionieren an diesem Rechner.',
        allow: 'Einschalten',
      },
      on: {
        now: 'Ein.',
        means:
          'Man kann sich auf Handys und Rechnern in diesem Netzwerk unter den Adressen dieses Servers anmelden, jetzt und nach jedem Start.',
        refuse: 'Ausschalten',
      },
      idle: 'Vorher müssen sich andere Geräte verbinden können: Schalten Sie das oben ein.',
      risk: 'Andere in diesem Netzwerk können Passwörter mitlesen und im Namen derer handeln, die sich dort anmelden. Jede Seite weist darauf hin. Schalten Sie dies nur in einem Netzwerk ein, dem Sie vertrauen. Die Seiten der Betreiber, Tokens, Passkeys und Terminals bleiben an diesem Rechner.',
      https: 'Dieser Server benutzt HTTPS: Man meldet sich auf allen Geräten verschlüsselt an, und nur so.',
      postgres:
        'Mit PostgreSQL legen das die Einstellungen jedes Servers fest: Starten Sie ihn mit LECTERN_INSECURE_LAN=on.',
      elsewhere:
        'Schalten Sie dies in einem Browser auf dem Rechner mit dem Server ein. Von hier aus ließe sich diese Seite danach nicht mehr öffnen. Nichts wurde geändert.',
    },
    addresses: 'Adressen',
    addressesHint:
      'Öffnen Sie eine davon auf einem anderen Gerät oder scannen Sie ihren Code. Antwortet eine nicht, versuchen Sie die nächste.',
    qr: (address) => `QR-Code von ${address}`,
    noAddress:
      'Dieser Rechner hat keine Adresse in einem Netzwerk. Verbinden Sie ihn mit dem Netzwerk und laden Sie die Seite neu.',
    blocked: 'Wenn ein anderes Gerät sie nicht öffnen kann',
    firewall: (port) =>
      `Vielleicht blockiert die Firewall dieses Rechners den Zugriff. Erlauben Sie in privaten Netzwerken eingehende Verbindungen auf dem TCP-Port ${port} oder die von Node.js. Windows und macOS fragen meist einmal danach.`,
    guests:
      'Beide Geräte müssen im selben Netzwerk sein. Ein Gäste-WLAN trennt seine Geräte oft voneinander und vom übrigen Netzwerk.',
    console: 'Zurück zur Konsole',
    failed: (port) =>
      `Der Server konnte Port ${port} nicht auf allen Adressen öffnen. Vielleicht benutzt ihn dort ein anderes Programm. Nichts wurde geändert.`,
    done: {
      open: 'Andere Geräte in diesem Netzwerk können Lectern jetzt öffnen.',
      close: 'Nur dieser Rechner kann Lectern jetzt öffnen. Andere Geräte wurden getrennt.',
      allowed: 'Man kann sich jetzt aus diesem Netzwerk anmelden.',
      refused:
        'Das Anmelden aus diesem Netzwerk ist aus. Eine Konsole, die dort offen ist, endet in höchstens 15 Minuten.',
    },
  },
  overdue: {
    never: 'Es gibt noch keine Sicherung.',
    old: (moment) => richText`Letzte Sicherung: ${moment}.`,
    action: 'Sicherung erstellen',
  },
};
