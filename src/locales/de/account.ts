import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { AccountStrings } from '../en/account.ts';

export const account: AccountStrings = {
  overview: {
    title: 'Ihr Konto',
    name: 'Name',
    changeName: 'Namen ändern',
    nextName: 'Ihr Name',
    nameHint: 'Ihn sehen die Mitglieder Ihrer Organisationen und die Apps, die Sie verbinden.',
    nameProblem: 'Bitte geben Sie einen Namen mit höchstens 120 Zeichen ein.',
    email: 'E-Mail-Adresse',
    lives: 'Lives',
    livesHave: 'Ihre eigenen Anzeigen, und wie viele bei jeder zusehen.',
    apps: 'Verbundene Apps',
    appsHave: (count) =>
      count === 0
        ? 'Keine App darf Ihr Konto benutzen. Eine App, die das möchte, bringt Sie auf eine Seite, die Sie fragt.'
        : `${count === 1 ? 'Eine App darf' : `${count} Apps dürfen`} Ihr Konto benutzen. Sehen Sie nach, was jede darf, oder trennen Sie sie.`,
    tokens: 'Persönliche Tokens',
    tokensHave: (count) =>
      count === 0
        ? 'Noch keine. Legen Sie eines für ein eigenes Skript oder Werkzeug an.'
        : `${count === 1 ? 'Ein Token gilt' : `${count} Tokens gelten`} zurzeit.`,
    sessions: 'Geräte und Passkeys',
    sessionsHave: (count) =>
      count === 1 ? 'Sie sind nur auf diesem Gerät angemeldet.' : `Sie sind auf ${count} Geräten angemeldet.`,
    organizations: 'Organisationen',
    organizationsHave: (count) =>
      count === 0
        ? 'Sie gehören zu keiner. Legen Sie eine für Ihre Gemeinde an oder lassen Sie sich einladen.'
        : `Sie gehören zu ${count === 1 ? 'einer' : count}.`,
    activity: 'Aktivität',
    activityHas: 'Was in Ihrem Konto geändert wurde, wann, und durch welches Gerät, welche App oder welches Token.',
    data: 'Ihre Daten',
    dataHas: 'Nehmen Sie eine Kopie von allem mit, oder löschen Sie Ihr Konto.',
    change: 'Passwort ändern',
    changeHint: 'Alle anderen Geräte werden abgemeldet.',
    set: 'Passwort festlegen',
    setHint: 'Sie haben noch kein Passwort. Mit einem Passwort können Sie sich das nächste Mal hier anmelden.',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    nextHint: `Mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen. Ein paar Wörter hintereinander sind gut.`,
    wrong: 'Das ist nicht Ihr jetziges Passwort.',
    throttled: (minutes) =>
      `Zu viele falsche Passwörter. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
    problems: {
      too_short: `Ein Passwort braucht mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen.`,
      too_long: `Ein Passwort hat höchstens ${PASSWORD_MAX_CHARACTERS} Zeichen.`,
      common: 'Dieses Passwort benutzen zu viele. Wählen Sie ein anderes.',
      personal: 'Ihr Name oder Ihre E-Mail-Adresse ist leicht zu erraten. Wählen Sie ein anderes Passwort.',
    },
    done: { name: 'Ihr Name ist geändert.', password: 'Ihr Passwort gilt, und Ihre anderen Geräte sind abgemeldet.' },
  },
  lastingAccess: {
    nothing:
      'Sonst hat nichts Zugang zum Konto: Es gibt keine verbundene App, kein persönliches Token und keinen Passkey.',
    lasting: {
      now: 'Auch mit dem neuen Passwort behält Folgendes Zugang. Beenden Sie, was Sie nicht kennen:',
      later:
        'Auch mit dem neuen Passwort behält Folgendes Zugang. Nach dem Anmelden können Sie beenden, was Sie nicht kennen:',
    },
    apps: (count) => (count === 1 ? '1 verbundene App' : `${count} verbundene Apps`),
    tokens: (count) => (count === 1 ? '1 persönliches Token' : `${count} persönliche Tokens`),
    passkeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
    terminals: (count) =>
      count === 1
        ? '1 Terminal, das für eine Organisation handelt'
        : `${count} Terminals, die für eine Organisation handeln`,
    serviceTokens: 'Dienst-Tokens Ihrer Organisationen',
  },
  data: {
    title: 'Ihre Daten',
    copy: 'Eine Kopie der Daten',
    accountCopy:
      'Alles, was zu Ihrem Konto gespeichert ist, als eine JSON-Datei: Lives mit Warteschlangen und Verlauf, Bibliothek, Apps, Tokens, Geräte und Aktivität. Geheimnisse sind nicht darin.',
    organizationCopy:
      'Alles, was zu dieser Organisation gespeichert ist, als eine JSON-Datei: Lives mit Warteschlangen und Verlauf, Präsentationen, Bilder, Bibliothek, Mitglieder, Tokens und Aktivität. Geheimnisse sind nicht darin.',
    download: 'Kopie herunterladen',
    deleteAccount: 'Konto löschen',
    accountEnds:
      'Ihre Lives enden sofort, Apps, Tokens und Geräte verlieren den Zugang, und alles in Ihrem Konto wird entfernt. Organisationen mit einem anderen Inhaber bleiben.',
    deleteOrganization: 'Organisation löschen',
    organizationEnds:
      'Alle ihre Lives enden sofort, ihre Tokens verlieren den Zugang, und Präsentationen, Bilder und Bibliothek werden entfernt. Die Konten der Mitglieder bleiben.',
    confirmation: (expected) => `Zum Löschen geben Sie ein: ${expected}`,
    forGood: 'Das lässt sich nicht rückgängig machen. Laden Sie vorher eine Kopie herunter.',
    mistyped: 'Das ist nicht derselbe Text.',
    lastOwner: (organizations) =>
      `Nur Sie sind Inhaber von ${organizations}. Machen Sie dort jemand anderen zum Inhaber, oder löschen Sie die Organisation zuerst.`,
    goodbye: 'Ihr Konto ist gelöscht',
    gone: 'Ihre Lives, Apps, Tokens und Geräte sind beendet. Sie können diese Seite schließen.',
  },
};
