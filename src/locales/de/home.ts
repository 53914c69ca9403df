import type { HomeStrings } from '../en/home.ts';

export const home: HomeStrings = {
  title: 'Willkommen',
  what: 'Lectern zeigt Bibelverse, Lieder und Folien auf den Bildschirmen eines Gottesdienstes.',
  follow: {
    title: 'Mitlesen',
    text: 'Scannen Sie den QR-Code auf dem Aushang oder Bildschirm Ihrer Gemeinde, oder öffnen Sie den Link, den Sie bekommen haben. Sie brauchen kein Konto.',
  },
  screen: {
    title: 'Dies ist ein Bildschirm',
    text: 'Zeigt hier einen Code. Ein Operator gibt ihn ein, und dieser Bildschirm zeigt den Gottesdienst.',
  },
  operate: {
    title: 'Bedienen',
    text: 'Melden Sie sich an, um Verse zu zeigen und Abläufe, Lieder und Folien vorzubereiten.',
  },
  account: 'Ihr Konto',
  problems: 'Fehlercodes',
};
