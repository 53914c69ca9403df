import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, RECENT_SIGN_IN_MINUTES } from '../../contract/limits.ts';
import type { SignInStrings } from '../en/sign-in.ts';

export const signIn: SignInStrings = {
  page: {
    title: 'Anmelden',
    again: 'Noch einmal anmelden',
    againWhy: `Diese Seite braucht eine Anmeldung der letzten ${RECENT_SIGN_IN_MINUTES} Minuten, damit sie auf Ihrem Gerät niemand anderes benutzen kann.`,
    noPassword:
      'Sie haben noch kein Passwort festgelegt. Verwenden Sie einen Passkey, falls Sie einen haben. Andernfalls führen Sie dies auf dem Server aus, öffnen den ausgegebenen Link und legen ein Passwort fest:',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    forgotten: 'Passwort vergessen?',
    signUp: 'Ich habe noch kein Konto',
    already: (name) => `Sie sind als ${name} angemeldet.`,
    goOn: 'Weiter',
    undone:
      'Sie wurden abgemeldet, deshalb wurde nichts geändert. Melden Sie sich an, um zur Seite zurückzukehren, und wiederholen Sie Ihre Eingabe.',
    wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    disabled: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Betreiber des Servers.',
    throttled: (minutes) =>
      `Zu viele Versuche. In ${minutes === 1 ? 'der nächsten Minute' : `den nächsten ${minutes} Minuten`} wird kein Passwort angenommen, auch nicht das richtige. ` +
      'Ein Passkey oder ein Anmeldelink vom Betreiber des Servers funktioniert sofort.',
  },
  reasons: {
    app: (name) => `Danach können Sie die App „${name}“ verbinden.`,
    terminal: (name) => `Danach können Sie das Terminal „${name}“ verbinden.`,
    organization: (name) => `Danach können Sie Mitglied von ${name} werden.`,
  },
  withPasskey: 'Mit Passkey anmelden',
  signUp: {
    title: 'Konto erstellen',
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    nameInvalid: 'Bitte geben Sie einen Namen mit höchstens 120 Zeichen ein.',
    emailInvalid: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.org.',
    emailTaken: 'Für diese Adresse gibt es schon ein Konto. Melden Sie sich an oder verwenden Sie eine andere Adresse.',
    known: 'Ich habe schon ein Konto',
    knownInvited: 'Ich habe für diese Adresse schon ein Konto: anmelden und beitreten',
    invitedTaken: 'Für diese Adresse gibt es schon ein Konto. Melden Sie sich an, um beizutreten.',
    invitation: 'Sie sind eingeladen',
    join: (email, organization) => `Als ${email} können Sie Mitglied von ${organization} werden.`,
    joinButton: 'Beitreten',
    already: (email) => `Sie haben schon ein Konto: ${email}. Sie müssen nichts weiter tun.`,
    goOn: 'Zu meinem Konto',
    signInFirst: (email) =>
      `Die Einladung gilt für ${email}. Melden Sie sich mit dieser Adresse an, um sie anzunehmen. Neue Konten sind auf diesem Server nicht möglich.`,
    signedInAs: (email) => `Sie sind zurzeit als ${email} angemeldet.`,
    signIn: 'Anmelden',
    byInvitation: 'Für ein Konto brauchen Sie eine Einladung. Wenden Sie sich an den Betreiber des Servers.',
    closed: 'Neue Konten sind auf diesem Server nicht möglich.',
  },
  recovery: {
    title: 'Neues Passwort festlegen',
    explanation: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, der einmal funktioniert.',
    email: 'E-Mail-Adresse',
    emailInvalid: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.org.',
    send: 'Link senden',
    sent: 'Wenn es für diese Adresse ein Konto gibt, ist eine Nachricht unterwegs. Sehen Sie auch im Spam-Ordner nach.',
    ask: 'Der Betreiber des Servers kann Ihnen jederzeit einen Link geben. Dieser Befehl gibt ihn aus, im Ordner von Lectern mit den Einstellungen des Servers:',
    otherwise: 'Kommt sie nicht an, kann Ihnen der Betreiber des Servers einen Link geben.',
    noMail:
      'Zurzeit können keine E-Mails gesendet werden. Versuchen Sie es später noch einmal oder bitten Sie den Betreiber des Servers um einen Link.',
    throttled: (minutes) =>
      `Zu viele Versuche. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal oder bitten Sie den Betreiber des Servers um einen Link.`,
    back: 'Zurück zur Anmeldung',
    message: (name, url, hours) =>
      `Guten Tag, ${name},\n\njemand, vermutlich Sie, möchte ein neues Passwort festlegen. Verwenden Sie dazu diesen Link. Er ` +
      `funktioniert einmal, innerhalb von ${hours === 1 ? 'einer Stunde' : `${hours} Stunden`}:\n\n${url}\n\nWenn Sie das nicht waren, müssen Sie nichts tun. Ihr Passwort bleibt unverändert.\n`,
  },
  links: {
    signIn: 'Anmelden',
    signInAs: (name, email) => `Mit diesem Link melden Sie sich als ${name} (${email}) an. Er funktioniert einmal.`,
    signInLater:
      'Legen Sie danach auf der Seite Ihres Kontos ein Passwort fest oder fügen Sie einen Passkey hinzu. Dann brauchen Sie beim nächsten Mal keinen Link.',
    invitation: 'Sie sind eingeladen',
    invited: (email) => `Mit dieser Einladung bekommt ${email} ein Konto.`,
    invitedTo: (inviter: string | null, organization: string, role: string) =>
      `${inviter ?? 'Der Betreiber dieses Servers'} lädt Sie als ${role} ein: ${organization}.`,
    onlyFor: (email: string) => `Die Einladung gilt für ${email}.`,
    goOn: 'Weiter',
    newPassword: 'Neues Passwort',
    newPasswordFor: (email) => `Für ${email}. Auf allen anderen Geräten wird dieses Konto abgemeldet.`,
    setPassword: 'Festlegen und anmelden',
  },
  passwords: {
    rule: `Mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen. Mehrere Wörter hintereinander sind leicht zu merken und schwer zu erraten.`,
    too_short: `Das Passwort braucht mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen.`,
    too_long: `Das Passwort darf höchstens ${PASSWORD_MAX_CHARACTERS} Zeichen haben.`,
    common: 'Dieses Passwort ist zu gebräuchlich. Wählen Sie ein anderes.',
    personal: 'Dieses Passwort ist Ihr Name oder Ihre E-Mail-Adresse. Wählen Sie ein anderes.',
  },
};
