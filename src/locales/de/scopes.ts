import type { ScopesStrings } from '../en/scopes.ts';

export const scopes: ScopesStrings = {
  names: {
    'identity.read': 'Ihren Namen sehen und welches Konto es ist',
    offline_access: 'Verbunden bleiben, auch wenn Sie nicht da sind, bis die Verbindung endet',
    'translation.list': 'Sehen, welche Bibelübersetzungen Sie haben',
    'translation.get': 'Angaben und Bücher Ihrer Bibelübersetzungen sehen',
    'translation.read': 'Den Text Ihrer Bibelübersetzungen lesen',
    'translation.search': 'In Ihren Bibelübersetzungen suchen',
    'live.list': 'Die Liste Ihrer Lives sehen',
    'live.get': 'Ein Live sehen: Zustand, Warteschlange und was es zeigt',
    'live.create': 'Lives anlegen',
    'live.update': 'Ihre Lives ändern: die Warteschlange, die Einstellungen und was das Publikum sieht',
    'live.delete': 'Lives löschen',
    'token.list': 'Ihre persönlichen Tokens und verbundenen Apps sehen',
    'token.create': 'Persönliche Tokens anlegen, umbenennen und erneuern',
    'token.delete': 'Persönliche Tokens widerrufen und Apps trennen',
    'translation.update': 'Festlegen, welche Bibelübersetzungen verfügbar sind',
    'output.manage': 'Ausgaben verwalten: anlegen, ändern, erkennen und löschen',
    'presentation.list': 'Die Liste der Präsentationen und Bilder sehen',
    'presentation.get': 'Präsentationen und Bilder sehen',
    'presentation.update': 'Präsentationen und Bilder anlegen, ändern und löschen',
    'presentation.publish': 'Präsentationen veröffentlichen, damit Lives sie zeigen können',
  },
  presets: {
    legend: 'Was darf es?',
    operator: ['Operator', 'Führt Lives und Präsentationen und liest Übersetzungen.'],
    read: ['Nur lesen', 'Sieht Lives, Präsentationen und Übersetzungen und ändert nichts.'],
    all: 'Alles',
    chosen: ['Eigene Auswahl', 'Nur was Sie unten ankreuzen.'],
    push: 'Um Bibelstellen zu senden, braucht es „Ihre Lives ändern“ (live.update) und „Den Text Ihrer Bibelübersetzungen lesen“ (translation.read).',
  },
};
