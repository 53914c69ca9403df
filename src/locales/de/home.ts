import type { HomeStrings } from '../en/home.ts';

export const home: HomeStrings = {
  running: 'In Betrieb',
  title: 'Lectern läuft',
  what: 'Es zeigt Bibelverse live auf Bildschirmen. Operatoren öffnen die Konsole, das Publikum öffnet den Link eines Lives.',
  console: 'Konsole öffnen',
  account: 'Anmelden oder Ihr Konto ansehen',
  api: 'Die API, Operation für Operation (auf Englisch)',
  problems: 'Was die Fehlercodes bedeuten (auf Englisch)',
  links: 'Die Links Ihrer Lives und wie man ein Token anlegt, standen dort, wo der Server gestartet wurde.',
};
