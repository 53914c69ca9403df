import type { ConsoleStrings } from '../../en/console/index.ts';

export const remoteLinks: ConsoleStrings['remoteLinks'] = {
  title: 'Fernbedienungslinks',
  hint: 'Mit einem Fernbedienungslink kann die predigende Person vom Handy aus blättern und ausblenden. Mehr erlaubt er nicht, und er läuft ab.',
  name: 'Name',
  defaultName: 'Predigt',
  lasts: 'Gültigkeit',
  endOfSunday: 'bis Ende Sonntag',
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  create: 'Link erstellen',
  none: 'Noch kein Fernbedienungslink.',
  madeBy: (name) => `von ${name}`,
  until: (time) => `bis ${time}`,
  open: (count) => (count === 1 ? 'auf 1 Gerät geöffnet' : `auf ${count} Geräten geöffnet`),
  end: 'Beenden',
};
