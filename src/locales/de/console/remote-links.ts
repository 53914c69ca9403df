import type { ConsoleStrings } from '../../en/console/index.ts';

export const remoteLinks: ConsoleStrings['remoteLinks'] = {
  title: 'Fernbedienungs-Links',
  hint: 'Mit so einem Link kann, wer predigt, vom Telefon aus weiterblättern und ausblenden. Mehr kann er nicht, und er endet von selbst.',
  name: 'Name',
  defaultName: 'Predigt',
  lasts: 'Endet nach',
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tagen`),
  create: 'Link anlegen',
  none: 'Noch kein Link.',
  madeBy: (name) => `von ${name}`,
  until: (time) => `bis ${time}`,
  open: (count) => (count === 1 ? 'auf 1 Gerät offen' : `auf ${count} Geräten offen`),
  end: 'Beenden',
};
