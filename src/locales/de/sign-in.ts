import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { SignInStrings } from '../en/sign-in.ts';

export const signIn: SignInStrings = {
  page: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    forgotten: 'Passwort vergessen',
    signUp: 'Ich habe noch kein Konto',
    already: (name) => `Sie sind als ${name} angemeldet.`,
    goOn: 'Weiter',
    undone:
      'Sie wurden abgemeldet, und es ist nichts geschehen. Melden Sie sich an, um zur Seite zurückzukehren, und geben Sie es noch einmal ein.',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
    disabled: 'Dieses Konto ist gesperrt. Wenden Sie sich an die Verwaltung dieser Installation.',
    throttled: (minutes) =>
      `Es gab zu viele Versuche. In den nächsten ${minutes} Min. wird hier kein Passwort geprüft, auch kein richtiges. ` +
      'Ein Passkey oder ein Anmeldelink der Verwaltung funktioniert sofort.',
  },
  reasons: {
    app: (name) => `… um die App „${name}“ zu verbinden.`,
    terminal: (name) => `… um das Terminal „${name}“ zu verbinden.`,
    organization: (name) => `… um Mitglied von ${name} zu werden.`,
  },
  withPasskey: 'Mit Passkey anmelden',
  signUp: {
    title: 'Konto anlegen',
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    nameInvalid: 'Bitte geben Sie einen Namen mit höchstens 120 Zeichen ein.',
    emailInvalid: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa anna@example.org.',
    emailTaken: 'Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, oder nehmen Sie eine andere Adresse.',
    known: 'Ich habe schon ein Konto',
    knownInvited: 'Ich habe zu dieser Adresse schon ein Konto: anmelden und beitreten',
    invitedTaken: 'Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, um beizutreten.',
    toJoin: (organization) => `Damit werden Sie Mitglied von ${organization}.`,
    invitation: 'Sie sind eingeladen',
    join: (email, organization) => `Als ${email} können Sie Mitglied von ${organization} werden.`,
    joinButton: 'Beitreten',
    already: (email) => `Sie haben schon ein Konto: ${email}. Mehr ist nicht zu tun.`,
    goOn: 'Zu meinem Konto',
    signInFirst: (email) =>
      `Die Einladung gilt für ${email}. Melden Sie sich mit dieser Adresse an, um sie anzunehmen; neue Konten werden hier nicht angelegt.`,
    signedInAs: (email) => `Sie sind gerade als ${email} angemeldet.`,
    signIn: 'Anmelden',
    byInvitation: 'Konten gibt es hier auf Einladung. Bitten Sie die Verwaltung dieser Installation darum.',
    closed: 'Hier werden keine neuen Konten angelegt.',
  },
  recovery: {
    title: 'Neues Passwort setzen',
    explanation:
      'Geben Sie die Adresse Ihres Kontos ein. Sie bekommen eine Nachricht mit einem Link, der einmal funktioniert.',
    email: 'E-Mail-Adresse',
    emailInvalid: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa anna@example.org.',
    send: 'Link senden',
    sent: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine Nachricht unterwegs. Sehen Sie auch im Spam-Ordner nach.',
    ask: 'Die Verwaltung dieser Installation kann Ihnen jederzeit einen Link geben, mit diesem Befehl:',
    otherwise: 'Kommt sie nicht an, kann Ihnen die Verwaltung dieser Installation einen Link geben.',
    noMail:
      'Im Moment kann keine E-Mail gesendet werden. Versuchen Sie es später, oder bitten Sie die Verwaltung um einen Link.',
    throttled: (minutes) =>
      `Es gab zu viele Versuche. Versuchen Sie es in ${minutes} Min. wieder, oder bitten Sie die Verwaltung um einen Link.`,
    back: 'Zurück zur Anmeldung',
    message: (name, url, hours) =>
      `Guten Tag, ${name},\n\njemand, vermutlich Sie selbst, möchte ein neues Passwort setzen. Mit diesem Link geht das. Er ` +
      `funktioniert einmal, innerhalb von ${hours} Std.:\n\n${url}\n\nWenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.\n`,
  },
  links: {
    signIn: 'Anmelden',
    signInAs: (name, email) => `Dieser Link meldet Sie als ${name} (${email}) an. Er funktioniert einmal.`,
    signInLater:
      'Setzen Sie danach auf der Seite Ihres Kontos ein Passwort oder fügen Sie einen Passkey hinzu: Dann brauchen Sie beim nächsten Mal keinen Link.',
    invitation: 'Sie sind eingeladen',
    invited: (email) => `Mit dieser Einladung bekommt ${email} ein Konto.`,
    invitedTo: (email, organization) => `Mit dieser Einladung wird ${email} Mitglied von ${organization}.`,
    goOn: 'Weiter',
    newPassword: 'Neues Passwort',
    newPasswordFor: (email) => `Für ${email}. Wer anderswo in diesem Konto angemeldet ist, wird dort abgemeldet.`,
    setPassword: 'Passwort setzen und anmelden',
  },
  passwords: {
    rule: `Mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen. Ein paar Wörter hintereinander merkt man sich leicht und errät man schwer.`,
    too_short: `Das Passwort braucht mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen.`,
    too_long: `Das Passwort darf höchstens ${PASSWORD_MAX_CHARACTERS} Zeichen haben.`,
    common: 'Dieses Passwort wird mit als Erstes ausprobiert. Wählen Sie ein anderes.',
    personal: 'Dieses Passwort ist Ihr Name oder Ihre E-Mail-Adresse. Wählen Sie ein anderes.',
  },
};
