import { INVITATIONS_PER_ORGANIZATION_MAX, ORGANIZATIONS_PER_USER_MAX } from '../../contract/limits.ts';
import type { OrganizationsStrings } from '../en/organizations.ts';
import { richText } from '../rich-text.ts';

export const organizations: OrganizationsStrings = {
  list: {
    title: 'Organisationen',
    empty:
      'Sie gehören zu keiner Organisation. Wenn Ihre Gemeinde hier schon eine hat, bitten Sie einen ihrer Inhaber, Sie einzuladen. Sonst legen Sie eine an.',
    create: 'Organisation anlegen',
    createHint:
      'Sie hat eigene Lives, Präsentationen und Tokens, die sich ihre Mitglieder teilen. Sie werden ihr Inhaber.',
    name: 'Name, wie ihn das Publikum sehen kann',
    quotaProblem: `Sie sind Inhaber von ${ORGANIZATIONS_PER_USER_MAX} Organisationen, mehr sind nicht erlaubt. Fragen Sie, wer diesen Server betreibt.`,
    done: { left: 'Sie haben die Organisation verlassen.', deleted: 'Die Organisation ist gelöscht.' },
  },
  head: {
    role: 'Ihre Rolle:',
    places: 'Organisation',
    members: 'Mitglieder',
    lives: 'Lives',
    tokens: 'Dienst-Tokens',
    activity: 'Aktivität',
    data: 'Daten',
    restricted:
      'Die Verwaltung dieses Servers hat diese Organisation eingeschränkt. Ihre Tokens gelten nicht, das Publikum sieht einen Hinweis, und nichts lässt sich ändern. Nichts ist verloren.',
  },
  page: {
    members: (count) => (count === 1 ? 'Ein Mitglied' : `${count} Mitglieder`),
    you: '(Sie)',
    disabled: 'Konto ist gesperrt',
    role: 'Rolle',
    changeRole: 'Rolle ändern',
    remove: 'Entfernen',
    removeHint: (name) =>
      `${name} verliert sofort den Zugang zu dieser Organisation. Das persönliche Konto bleibt, ebenso die Dienst-Tokens, die dieses Mitglied angelegt hat.`,
    removeNow: 'Dieses Mitglied entfernen',
    leave: 'Verlassen',
    leaveHint: (organization) =>
      `Sie verlieren sofort den Zugang zu ${organization}. Zurück kommen Sie nur, wenn dort jemand Sie wieder einlädt. Ihr persönliches Konto bleibt.`,
    leaveNow: 'Diese Organisation verlassen',
    add: 'Mitglied einladen',
    addHint:
      'Mit einer E-Mail-Adresse. Sie bekommen einen Link zum Weitergeben: Wer ihn öffnet, tritt bei, mit seinem oder einem neuen Konto.',
    email: 'E-Mail-Adresse',
    alreadyMember: 'Diese Person ist schon Mitglied. Ändern Sie die Rolle oben in der Liste.',
    invitationsFull: `Es gibt ${INVITATIONS_PER_ORGANIZATION_MAX} offene Einladungen, mehr sind nicht erlaubt. Ziehen Sie zuerst eine zurück.`,
    seenProblem:
      'Es wurde niemand eingeladen: Die Liste der Einladungen hat sich inzwischen geändert. Wenn Sie die Seite neu geladen haben, steht Ihre Einladung oben in der Liste; ist ihr Link verloren, ziehen Sie sie zurück und laden Sie noch einmal ein.',
    invitations: 'Offene Einladungen',
    invitedBy: (name) => (name === null ? 'eingeladen von der Verwaltung dieses Servers' : `eingeladen von ${name}`),
    openUntil: (moment) => richText`bis ${moment}`,
    worthless: 'Der Link gilt nicht: Wer eingeladen hat, darf diese Rolle nicht mehr geben.',
    withdraw: 'Zurückziehen',
    withdrawHint: (email) => `Der Link für ${email} gilt sofort nicht mehr.`,
    withdrawNow: 'Diese Einladung zurückziehen',
    emailProblem: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.org.',
    invitation: 'Einladung',
    invitationLead: (email, closed) =>
      closed
        ? `Senden Sie diesen Link an ${email}, per Mail oder Chat: Wer ihn öffnet, meldet sich mit dieser Adresse an und tritt bei. Neue Konten werden hier nicht angelegt; bitten Sie nötigenfalls den Betreiber dieses Servers darum. Der Link wird nur dieses eine Mal gezeigt.`
        : `Senden Sie diesen Link an ${email}, per Mail oder Chat: Wer ihn öffnet, meldet sich mit dieser Adresse an oder legt ein Konto an und tritt bei. Er wird nur dieses eine Mal gezeigt.`,
    invitationLabel: 'Link der Einladung',
    invitationEnds: (moment) => richText`Er gilt einmal, bis ${moment}.`,
    back: 'Ich habe ihn kopiert',
    lastOwner:
      'Es wurde nichts geändert: Eine Organisation braucht einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    rename: 'Organisation umbenennen',
    name: 'Name',
    nameHint: 'Das Publikum kann ihn sehen.',
    done: {
      created: 'Die Organisation ist angelegt. Laden Sie ein, wer mit Ihnen arbeitet.',
      joined: 'Sie sind jetzt Mitglied dieser Organisation.',
      member: 'Diese Einladung wurde schon benutzt: Sie sind Mitglied dieser Organisation.',
      renamed: 'Die Organisation hat ihren neuen Namen.',
      withdrawn: 'Die Einladung ist zurückgezogen.',
      changed: 'Das Mitglied hat von jetzt an diese Rolle.',
      removed: 'Das Mitglied ist entfernt.',
    },
  },
  roles: {
    owner: { name: 'Inhaber', may: 'alles, und ernennt weitere Inhaber' },
    admin: { name: 'Verwalter', may: 'alles außer dem, was Inhaber betrifft' },
    operator: { name: 'Operator', may: 'führt Lives und Präsentationen und verwaltet Tokens dafür' },
    viewer: { name: 'Betrachter', may: 'sieht Lives und Präsentationen und ändert nichts' },
  },
};
