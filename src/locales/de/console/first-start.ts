import type { ConsoleStrings } from '../../en/console/index.ts';

export const firstStart: ConsoleStrings['firstStart'] = {
  type: 'Einen Vers zeigen',
  typeHint: 'Dies tippen, und rechts erscheint er:',
  screen: 'Auf dem großen Bildschirm öffnen',
  screenHint:
    'Scannen oder die Adresse dort eintippen. Der Bildschirm zeigt dann einen Code: mit dem Telefon scannen oder bei „Neue Ausgabe“ eingeben.',
  onlyHere: 'Jetzt kann nur dieser Rechner sie öffnen. Für andere Geräte den Server beenden und so starten:',
  check: 'Noch kein Bildschirm da. Stimmt die Adresse? Sind beide im selben Netz? Lässt eine Firewall den Port durch?',
  stream: 'Livestream?',
  streamHint:
    'Eine Bauchbinde liegt über Ihrem Bild. Legen Sie eine an, und tragen Sie ihre Adresse in OBS als Browser-Quelle ein.',
  done: 'Erledigt',
  open: 'Noch offen',
  close: 'Diese Karten schließen',
};
