import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { CommonStrings } from '../en/common.ts';
import { richText } from '../rich-text.ts';

export const common: CommonStrings = {
  skip: 'Zum Inhalt springen',
  menu: {
    menu: 'Konto',
    console: 'Konsole',
    account: 'Konto',
    apps: 'Verbundene Apps',
    tokens: 'Persönliche Tokens',
    sessions: 'Geräte und Passkeys',
    organizations: 'Organisationen',
    signOut: 'Abmelden',
    restricted:
      'Die Verwaltung dieses Servers hat Ihr Konto eingeschränkt. Sie können alles sehen und Sitzungen, Apps und Tokens beenden, aber nichts ändern. Nichts ist verloren.',
  },
  stale: 'Diese Seite war nicht mehr aktuell, deshalb ist nichts geschehen. Bitte senden Sie sie noch einmal ab.',
  copying: {
    copy: 'Kopieren',
    copied: 'Kopiert.',
    selected: 'Es ist markiert: Drücken Sie Strg+C oder ⌘C, auf dem Handy halten Sie es gedrückt.',
  },
  nameProblem: `Geben Sie einen Namen mit 1 bis ${NAME_MAX_CHARACTERS} sichtbaren Zeichen ein.`,
  lifetime: {
    used: (moment) => richText`zuletzt benutzt am ${moment}`,
    unused: 'nie benutzt',
    ends: (moment) => richText`endet am ${moment}`,
    endless: 'gilt bis zum Widerruf',
  },
  signInAgain: {
    why: 'Zu Ihrer Sicherheit geht das nur kurz nach dem Anmelden. Melden Sie sich noch einmal an.',
    signIn: 'Erneut anmelden',
  },
};
