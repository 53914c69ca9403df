import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { CommonStrings } from '../en/common.ts';
import { richText } from '../rich-text.ts';

export const common: CommonStrings = {
  skip: 'Zum Inhalt springen',
  menu: {
    menu: 'Konto',
    areas: 'Bereiche',
    owner: 'Organisation',
    personal: 'Persönlich',
    plans: 'Abläufe',
    decks: 'Lieder und Folien',
    lives: 'Räume und Ausgaben',
    library: 'Bibliothek',
    people: 'Personen',
    console: 'Konsole',
    account: 'Konto',
    apps: 'Verbundene Apps',
    tokens: 'Persönliche Tokens',
    sessions: 'Geräte und Passkeys',
    organizations: 'Organisationen',
    installation: 'Installation',
    plain: 'Nicht verschlüsselt: Andere in diesem Netzwerk können diese Seite und Ihre Eingaben mitlesen.',
    guides: 'Anleitungen',
    signOut: 'Abmelden',
    restricted:
      'Der Betreiber dieses Servers hat Ihr Konto eingeschränkt. Sie können alles ansehen sowie Sitzungen, Apps und Tokens beenden, aber nichts ändern. Ihre Daten bleiben erhalten.',
  },
  stale: 'Diese Seite war veraltet, deshalb wurde nichts geändert. Bitte senden Sie sie noch einmal ab.',
  copying: {
    copy: 'Kopieren',
    copied: 'Kopiert.',
    selected: 'Der Text ist markiert. Drücken Sie Strg+C oder ⌘C, auf dem Handy halten Sie ihn gedrückt.',
  },
  nameProblem: `Geben Sie einen Namen mit 1 bis ${NAME_MAX_CHARACTERS} sichtbaren Zeichen ein.`,
  lifetime: {
    used: (moment) => richText`zuletzt verwendet: ${moment}`,
    unused: 'nie verwendet',
    ends: (moment) => richText`gültig bis zum ${moment}`,
    endless: 'unbegrenzt gültig',
  },
  signInAgain: {
    why: 'Zu Ihrer Sicherheit ist das nur kurz nach dem Anmelden möglich. Melden Sie sich noch einmal an.',
    signIn: 'Erneut anmelden',
  },
};
