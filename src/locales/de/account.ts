import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { AccountStrings } from '../en/account.ts';

export const account: AccountStrings = {
  overview: {
    title: 'Ihr Konto',
    name: 'Name',
    changeName: 'Namen ändern',
    nextName: 'Ihr Name',
    nameHint: 'Die Mitglieder Ihrer Organisationen und die Apps, die Sie verbinden, können ihn sehen.',
    nameProblem: 'Bitte geben Sie einen Namen mit höchstens 120 Zeichen ein.',
    email: 'E-Mail-Adresse',
    lives: 'Räume',
    livesHave: 'Ihre eigenen Räume und wie viele Personen dort zusehen.',
    apps: 'Verbundene Apps',
    appsHave: (count) =>
      count === 0
        ? 'Keine App hat Zugriff auf Ihr Konto. Eine App, die Zugriff möchte, schickt Sie auf eine Seite, auf der Sie entscheiden.'
        : `${count === 1 ? 'Eine App darf' : `${count} Apps dürfen`} Ihr Konto nutzen. Hier sehen Sie, was sie dürfen, und können sie trennen.`,
    tokens: 'Persönliche Tokens',
    tokensHave: (count) =>
      count === 0
        ? 'Noch keine. Erstellen Sie eines für ein eigenes Skript oder Tool.'
        : `${count === 1 ? 'Ein Token ist' : `${count} Tokens sind`} zurzeit gültig.`,
    sessions: 'Geräte und Passkeys',
    sessionsHave: (count) =>
      count === 1 ? 'Sie sind nur auf diesem Gerät angemeldet.' : `Sie sind auf ${count} Geräten angemeldet.`,
    organizations: 'Organisationen',
    organizationsHave: (count) =>
      count === 0
        ? 'Sie sind noch in keiner Organisation. Erstellen Sie eine für Ihre Gemeinde oder lassen Sie sich einladen.'
        : `Sie sind Mitglied in ${count === 1 ? 'einer Organisation' : `${count} Organisationen`}.`,
    activity: 'Aktivität',
    activityHas: 'Was sich in Ihrem Konto geändert hat, wann und durch welches Gerät, welche App oder welches Token.',
    data: 'Ihre Daten',
    dataHas: 'Laden Sie eine Kopie Ihrer Daten herunter oder löschen Sie Ihr Konto.',
    change: 'Passwort ändern',
    changeHint: 'Alle anderen Geräte werden dabei abgemeldet.',
    set: 'Passwort festlegen',
    setHint: 'Sie haben noch kein Passwort. Legen Sie eines fest, um sich das nächste Mal hier anzumelden.',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    nextHint: `Mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen. Mehrere Wörter hintereinander ergeben ein gutes Passwort.`,
    wrong: 'Das ist nicht Ihr aktuelles Passwort.',
    throttled: (minutes) =>
      `Zu viele falsche Passwörter. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
    problems: {
      too_short: `Ein Passwort braucht mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen.`,
      too_long: `Ein Passwort darf höchstens ${PASSWORD_MAX_CHARACTERS} Zeichen haben.`,
      common: 'Dieses Passwort ist zu gebräuchlich. Wählen Sie ein anderes.',
      personal: 'Name und E-Mail-Adresse sind leicht zu erraten. Wählen Sie ein anderes Passwort.',
    },
    done: {
      name: 'Ihr Name wurde geändert.',
      password: 'Ihr Passwort wurde festgelegt. Ihre anderen Geräte wurden abgemeldet.',
    },
  },
  lastingAccess: {
    nothing: 'Sonst hat nichts Zugriff auf das Konto: keine verbundene App, kein persönliches Token und kein Passkey.',
    lasting: {
      now: 'Auch nach der Änderung des Passworts behält Folgendes Zugriff. Entfernen Sie, was Sie nicht kennen:',
      later:
        'Auch nach der Änderung des Passworts behält Folgendes Zugriff. Entfernen Sie nach dem Anmelden, was Sie nicht kennen:',
    },
    apps: (count) => (count === 1 ? '1 verbundene App' : `${count} verbundene Apps`),
    tokens: (count) => (count === 1 ? '1 persönliches Token' : `${count} persönliche Tokens`),
    passkeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
    terminals: (count) =>
      count === 1
        ? '1 Terminal mit Zugriff auf eine Organisation'
        : `${count} Terminals mit Zugriff auf eine Organisation`,
    serviceTokens: 'Dienst-Tokens Ihrer Organisationen',
  },
  data: {
    title: 'Ihre Daten',
    copy: 'Kopie Ihrer Daten',
    accountCopy:
      'Alles, was zu Ihrem Konto gespeichert ist, in einer JSON-Datei: Räume mit Warteschlangen und Verlauf, Bibliothek, Apps, Tokens, Geräte und Aktivität. Passwörter und Geheimnisse sind nicht enthalten.',
    organizationCopy:
      'Alles, was zu dieser Organisation gespeichert ist, in einer JSON-Datei: Räume mit Warteschlangen und Verlauf, Abläufe, Lieder und Folien, Bilder, Bibliothek, Mitglieder, Tokens und Aktivität. Geheimnisse sind nicht enthalten.',
    download: 'Kopie herunterladen',
    deleteAccount: 'Konto löschen',
    accountEnds:
      'Ihre Räume werden sofort gelöscht. Apps, Tokens und Geräte verlieren den Zugriff. Alles in Ihrem Konto wird gelöscht. Organisationen mit einem weiteren Inhaber bleiben bestehen.',
    deleteOrganization: 'Organisation löschen',
    organizationEnds:
      'Alle Räume der Organisation werden sofort gelöscht. Ihre Tokens verlieren den Zugriff. Lieder, Folien, Bilder und Bibliothek werden gelöscht. Die Mitglieder behalten ihre Konten.',
    confirmation: (expected) => `Geben Sie zur Bestätigung ein: ${expected}`,
    forGood: 'Das lässt sich nicht rückgängig machen. Laden Sie vorher eine Kopie herunter.',
    mistyped: 'Der Text stimmt nicht überein.',
    lastOwner: (organizations) =>
      `Sie sind der einzige Inhaber von ${organizations}. Machen Sie ein anderes Mitglied zum Inhaber oder löschen Sie die Organisation zuerst.`,
    goodbye: 'Ihr Konto wurde gelöscht',
    gone: 'Ihre Räume, Apps, Tokens und Geräte gibt es nicht mehr. Sie können diese Seite schließen.',
  },
};
