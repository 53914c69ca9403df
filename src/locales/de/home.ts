import type { HomeStrings } from '../en/home.ts';

export const home: HomeStrings = {
  running: 'In Betrieb',
  title: 'Lectern läuft',
  what: 'Lectern zeigt Bibelverse live auf Bildschirmen. Operatoren öffnen die Konsole, das Publikum öffnet den Link eines Lives.',
  console: 'Konsole öffnen',
  account: 'Anmelden oder Konto öffnen',
  api: 'Anleitungen und API-Referenz (auf Englisch)',
  problems: 'Fehlercodes und ihre Behebung (auf Englisch)',
  links: 'Die Links Ihrer Lives und der Befehl für ein Token stehen im Terminal, in dem der Server gestartet wurde.',
};
