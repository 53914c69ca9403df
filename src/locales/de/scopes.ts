import type { ScopesStrings } from '../en/scopes.ts';

export const scopes: ScopesStrings = {
  names: {
    'identity.read': 'Ihren Namen und Ihr Konto sehen',
    offline_access: 'Auch in Ihrer Abwesenheit verbunden bleiben, bis die Verbindung abläuft',
    'translation.list': 'Die Liste Ihrer Bibelübersetzungen sehen',
    'translation.get': 'Angaben und Bücher Ihrer Bibelübersetzungen sehen',
    'translation.read': 'Den Text Ihrer Bibelübersetzungen lesen',
    'translation.search': 'In Ihren Bibelübersetzungen suchen',
    'live.list': 'Die Liste Ihrer Räume sehen',
    'live.get': 'Einen Raum sehen: seinen Zustand, seine Warteschlange und was er zeigt',
    'live.create': 'Räume erstellen',
    'live.update': 'Ihre Räume ändern: die Warteschlange, die Einstellungen und was das Publikum sieht',
    'live.delete': 'Räume löschen',
    'token.list': 'Ihre persönlichen Tokens und verbundenen Apps sehen',
    'token.create': 'Persönliche Tokens erstellen, umbenennen und erneuern',
    'token.delete': 'Persönliche Tokens widerrufen und Apps trennen',
    'translation.update': 'Festlegen, welche Bibelübersetzungen verfügbar sind',
    'output.manage': 'Ausgaben verwalten: erstellen, ändern, identifizieren und löschen',
    'presentation.list': 'Die Liste der Lieder, Folien und Bilder sehen',
    'presentation.get': 'Lieder, Folien und Bilder sehen',
    'presentation.update': 'Lieder, Folien und Bilder erstellen, ändern und löschen',
    'presentation.publish': 'Lieder und Folien veröffentlichen, damit sie in Räumen gezeigt werden können',
  },
  presets: {
    legend: 'Berechtigungen',
    operator: ['Operator', 'Steuert Räume, bereitet Lieder und Folien vor und liest Übersetzungen.'],
    read: ['Nur lesen', 'Sieht Räume, Lieder, Folien und Übersetzungen, ändert aber nichts.'],
    all: 'Alles',
    chosen: ['Eigene Auswahl', 'Nur was Sie unten ankreuzen.'],
    push: 'Um Bibelstellen an einen Raum zu senden, braucht ein Token „Ihre Räume ändern“ (live.update) und „Den Text Ihrer Bibelübersetzungen lesen“ (translation.read).',
  },
};
