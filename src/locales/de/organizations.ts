import {
  INVITATIONS_PER_ORGANIZATION_MAX,
  LICENCE_MAX_CHARACTERS,
  ORGANIZATIONS_PER_USER_MAX,
} from '../../contract/limits.ts';
import type { OrganizationsStrings } from '../en/organizations.ts';
import { richText } from '../rich-text.ts';

export const organizations: OrganizationsStrings = {
  list: {
    title: 'Organisationen',
    empty:
      'Sie sind noch in keiner Organisation. Wenn Ihre Gemeinde hier schon eine hat, bitten Sie einen Inhaber um eine Einladung. Andernfalls erstellen Sie eine.',
    create: 'Organisation erstellen',
    createHint:
      'Eine Organisation hat eigene Räume, Lieder, Folien und Tokens, die sich ihre Mitglieder teilen. Sie werden ihr Inhaber.',
    name: 'Name (das Publikum kann ihn sehen)',
    quotaProblem: `Sie sind Inhaber von ${ORGANIZATIONS_PER_USER_MAX} Organisationen, mehr sind nicht möglich. Wenden Sie sich an den Betreiber des Servers.`,
    done: { left: 'Sie haben die Organisation verlassen.', deleted: 'Die Organisation wurde gelöscht.' },
  },
  head: {
    role: 'Ihre Rolle:',
    places: 'Organisation',
    members: 'Mitglieder',
    lives: 'Räume',
    usage: 'Verwendung',
    tokens: 'Dienst-Tokens',
    activity: 'Aktivität',
    data: 'Daten',
    restricted:
      'Der Betreiber dieses Servers hat diese Organisation eingeschränkt. Ihre Tokens funktionieren nicht, das Publikum sieht einen Hinweis, und Änderungen sind nicht möglich. Die Daten bleiben erhalten.',
  },
  usage: {
    title: 'Verwendung',
    lead: 'Welche Lieder und Übersetzungen 10 Sekunden oder länger zu sehen waren, zum Beispiel für eine Meldung an CCLI. Was innerhalb von 10 Minuten wiederkommt, zählt nicht noch einmal. Die Tage beginnen um Mitternacht UTC.',
    thisMonth: 'Dieser Monat',
    lastMonths: 'Letzte 6 Monate',
    from: 'Von',
    to: 'Bis',
    show: 'Anzeigen',
    periodProblem:
      'Wählen Sie einen Zeitraum von höchstens 400 Tagen, der nicht vor seinem Beginn endet. Ist er kurz genug, hat er zu viele Zeilen: Wählen Sie einen kürzeren.',
    since: (day) => `Gezählt seit ${day}.`,
    neverCounted:
      'Noch wurde nichts gezählt. Lieder und Übersetzungen stehen hier, nachdem sie 10 Sekunden zu sehen waren.',
    empty: 'In diesem Zeitraum wurde nichts gezeigt.',
    things: { song: 'Lieder', edition: 'Übersetzungen' },
    columns: { title: 'Titel', authors: 'Text und Musik', songbook: 'Liederbuch', count: 'Gezeigt', rooms: 'Räume' },
    times: (count) => `${count}×`,
    deletedRoom: 'gelöschter Raum',
    download: 'Als CSV herunterladen',
    licence: 'CCLI-Lizenz',
    licenceNumber: 'Lizenznummer (leer: keine)',
    licenceHint: 'Liedfolien zeigen sie unter dem Text, der Bühnenbildschirm nicht.',
    licenceProblem: `Eine Lizenznummer hat 1 bis ${LICENCE_MAX_CHARACTERS} Zeichen.`,
    noLicence: 'Es ist keine Lizenznummer eingetragen.',
    save: 'Speichern',
    saved: 'Die Lizenznummer wurde gespeichert.',
  },
  page: {
    members: (count) => (count === 1 ? 'Ein Mitglied' : `${count} Mitglieder`),
    you: '(Sie)',
    disabled: 'Konto ist gesperrt',
    role: 'Rolle',
    changeRole: 'Rolle ändern',
    remove: 'Entfernen',
    removeHint: (name) =>
      `${name} verliert sofort den Zugriff auf diese Organisation. Das persönliche Konto bleibt, ebenso die Dienst-Tokens, die dieses Mitglied erstellt hat.`,
    removeNow: 'Mitglied entfernen',
    leave: 'Verlassen',
    leaveHint: (organization) =>
      `Sie verlieren sofort den Zugriff auf ${organization}. Für eine Rückkehr brauchen Sie eine neue Einladung. Ihr persönliches Konto bleibt.`,
    leaveNow: 'Organisation verlassen',
    add: 'Mitglied einladen',
    addHint:
      'Geben Sie eine E-Mail-Adresse ein. Sie bekommen einen Link zum Weitergeben. Wer ihn öffnet, tritt mit einem vorhandenen oder neuen Konto bei.',
    email: 'E-Mail-Adresse',
    alreadyMember: 'Diese Person ist schon Mitglied. Ändern Sie die Rolle oben in der Liste.',
    invitationsFull: `Es gibt ${INVITATIONS_PER_ORGANIZATION_MAX} offene Einladungen, mehr sind nicht möglich. Ziehen Sie zuerst eine zurück.`,
    seenProblem:
      'Es wurde niemand eingeladen, weil sich die Liste der Einladungen geändert hat. Wenn Sie die Seite neu geladen haben, steht Ihre Einladung oben in der Liste. Wenn Sie ihren Link nicht mehr haben, ziehen Sie sie zurück und laden Sie noch einmal ein.',
    invitations: 'Offene Einladungen',
    invitedBy: (name) => (name === null ? 'eingeladen vom Betreiber dieses Servers' : `eingeladen von ${name}`),
    openUntil: (moment) => richText`gültig bis zum ${moment}`,
    worthless: 'Der Link funktioniert nicht: Wer eingeladen hat, darf diese Rolle nicht mehr vergeben.',
    withdraw: 'Zurückziehen',
    withdrawHint: (email) => `Der Link für ${email} funktioniert dann sofort nicht mehr.`,
    withdrawNow: 'Einladung zurückziehen',
    emailProblem: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.org.',
    invitation: 'Einladung',
    invitationLead: (email, closed) =>
      closed
        ? `Senden Sie diesen Link per E-Mail oder Chat an ${email}. Die Person meldet sich mit dieser Adresse an und tritt bei. Auf diesem Server kann nur der Betreiber neue Konten erstellen. Der Link wird nur einmal angezeigt.`
        : `Senden Sie diesen Link per E-Mail oder Chat an ${email}. Die Person meldet sich mit dieser Adresse an oder erstellt ein Konto und tritt bei. Der Link wird nur einmal angezeigt.`,
    invitationLabel: 'Einladungslink',
    invitationOnlyHere:
      'Dieser Link funktioniert nur auf diesem Computer. Für andere Geräte richtet ein Betreiber HTTPS ein, oder schaltet in einem vertrauenswürdigen Netzwerk unter Installation, Netzwerk beide Schalter ein.',
    invitationEnds: (moment) => richText`Er funktioniert einmal, bis zum ${moment}.`,
    back: 'Ich habe ihn kopiert',
    lastOwner:
      'Es wurde nichts geändert. Eine Organisation braucht einen Inhaber: Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    rename: 'Organisation umbenennen',
    name: 'Name',
    nameHint: 'Das Publikum kann ihn sehen.',
    done: {
      created: 'Die Organisation wurde erstellt. Laden Sie die Personen ein, mit denen Sie arbeiten.',
      joined: 'Sie sind jetzt Mitglied dieser Organisation.',
      member: 'Diese Einladung wurde schon verwendet: Sie sind Mitglied dieser Organisation.',
      renamed: 'Die Organisation wurde umbenannt.',
      withdrawn: 'Die Einladung wurde zurückgezogen.',
      changed: 'Die Rolle wurde geändert.',
      removed: 'Das Mitglied wurde entfernt.',
    },
  },
  roles: {
    owner: { name: 'Inhaber', may: 'darf alles und verwaltet Inhaber' },
    admin: { name: 'Administrator', may: 'darf alles, außer Inhaber zu verwalten' },
    operator: { name: 'Operator', may: 'steuert Räume, bereitet Lieder und Folien vor und verwaltet Tokens dafür' },
    viewer: { name: 'Betrachter', may: 'sieht Räume, Lieder und Folien, ändert aber nichts' },
  },
};
