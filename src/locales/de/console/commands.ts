import type { ConsoleStrings } from '../../en/console/index.ts';

export const commands: ConsoleStrings['commands'] = {
  message: 'Nachricht an die Bühne',
  noMessage: 'Nachricht von der Bühne entfernen',
  entry: (number, title) => `Eintrag ${number} des Ablaufs zeigen: ${title}`,
  translation: (slug, name) => `${slug} ein- oder ausschalten: ${name}`,
  output: (name, does) => `Ausgabe ${name}: ${does}`,
  settings: 'Einstellungen',
  live: { running: 'Raum starten', stopped: 'Raum stoppen' },
};
