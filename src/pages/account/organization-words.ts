import { INVITATIONS_PER_ORGANIZATION_MAX } from '../../contract/limits.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';

interface OrganizationWords {
  members: (count: number) => string;
  you: string;
  disabled: string;
  role: string;
  changeRole: string;
  remove: string;
  removeHint: (name: string) => string;
  removeNow: string;
  leave: string;
  leaveHint: (organization: string) => string;
  leaveNow: string;
  add: string;
  addHint: string;
  email: string;
  alreadyMember: string;
  invitationsFull: string;
  seenProblem: string;
  invitations: string;
  invitedBy: (name: string | null) => string;
  openUntil: (moment: SafeHtml) => SafeHtml;
  worthless: string;
  withdraw: string;
  withdrawHint: (email: string) => string;
  withdrawNow: string;
  emailProblem: string;
  invitation: string;
  invitationLead: (email: string, closed: boolean) => string;
  invitationLabel: string;
  invitationEnds: (moment: SafeHtml) => SafeHtml;
  back: string;
  lastOwner: string;
  rename: string;
  name: string;
  nameHint: string;
  done: {
    created: string;
    joined: string;
    member: string;
    renamed: string;
    withdrawn: string;
    changed: string;
    removed: string;
  };
}

export const ORGANIZATION_WORDS: Words<OrganizationWords> = {
  en: {
    members: (count) => (count === 1 ? 'One member' : `${count} members`),
    you: '(you)',
    disabled: 'account is disabled',
    role: 'Role',
    changeRole: 'Change role',
    remove: 'Remove',
    removeHint: (name) =>
      `${name} loses access to this organization at once. The personal account stays, and so do service tokens that this member has made.`,
    removeNow: 'Remove this member',
    leave: 'Leave',
    leaveHint: (organization) =>
      `You lose access to ${organization} at once. To come back, somebody there has to invite you again. Your personal account stays.`,
    leaveNow: 'Leave this organization',
    add: 'Invite a member',
    addHint: 'By an e-mail address. You get a link to hand over: whoever opens it joins, with an account or a new one.',
    email: 'E-mail address',
    alreadyMember: 'This person is a member already. Change the role in the list above.',
    invitationsFull: `There are ${INVITATIONS_PER_ORGANIZATION_MAX} open invitations, and more are not allowed. Withdraw one first.`,
    seenProblem:
      'Nobody was invited: meanwhile the list of invitations has changed. If you loaded the page again, your invitation is in the list above; if you have lost its link, withdraw it and invite once more.',
    invitations: 'Open invitations',
    invitedBy: (name) => (name === null ? 'invited by the administrator of this server' : `invited by ${name}`),
    openUntil: (moment) => html`until ${moment}`,
    worthless: 'The link does not work: who has invited may not give this role any more.',
    withdraw: 'Withdraw',
    withdrawHint: (email) => `The link for ${email} stops working at once.`,
    withdrawNow: 'Withdraw this invitation',
    emailProblem: 'Enter an e-mail address, such as ada@example.org.',
    invitation: 'Invitation',
    invitationLead: (email, closed) =>
      closed
        ? `Send this link to ${email}, by mail or chat: whoever opens it signs in with that address, and joins. No new accounts are made here; ask whoever runs this server for one if need be. The link is shown only this once.`
        : `Send this link to ${email}, by mail or chat: whoever opens it signs in with that address, or creates an account, and joins. It is shown only this once.`,
    invitationLabel: 'Link of the invitation',
    invitationEnds: (moment) => html`It works once, until ${moment}.`,
    back: 'I have copied it',
    lastOwner: 'Nothing was changed: an organization needs an owner. Make another member an owner first.',
    rename: 'Rename the organization',
    name: 'Name',
    nameHint: 'The audience may see it.',
    done: {
      created: 'The organization is there. Invite those who work with you.',
      joined: 'You are a member of this organization now.',
      member: 'This invitation was used already: you are a member of this organization.',
      renamed: 'The organization has its new name.',
      withdrawn: 'The invitation is withdrawn.',
      changed: 'The member has this role from now on.',
      removed: 'The member is removed.',
    },
  },
  pt: {
    members: (count) => (count === 1 ? 'Um membro' : `${count} membros`),
    you: '(você)',
    disabled: 'a conta está desativada',
    role: 'Papel',
    changeRole: 'Alterar o papel',
    remove: 'Remover',
    removeHint: (name) =>
      `${name} perde o acesso a esta organização na hora. A conta pessoal fica, e também os tokens de serviço que esse membro criou.`,
    removeNow: 'Remover este membro',
    leave: 'Sair da organização',
    leaveHint: (organization) =>
      `Você perde o acesso a ${organization} na hora. Para voltar, alguém de lá precisa convidar você de novo. A sua conta pessoal fica.`,
    leaveNow: 'Sair desta organização',
    add: 'Convidar um membro',
    addHint:
      'Pelo e-mail da pessoa. Você recebe um link para enviar: quem o abre participa, com a conta que tem ou uma nova.',
    email: 'E-mail',
    alreadyMember: 'Esta pessoa já é membro. Altere o papel na lista acima.',
    invitationsFull: `Há ${INVITATIONS_PER_ORGANIZATION_MAX} convites abertos, e não são permitidos mais. Retire um primeiro.`,
    seenProblem:
      'Ninguém foi convidado: a lista de convites mudou nesse meio-tempo. Se você recarregou a página, o seu convite está na lista acima; se perdeu o link, retire o convite e faça outro.',
    invitations: 'Convites abertos',
    invitedBy: (name) => (name === null ? 'convite de quem administra este servidor' : `convite de ${name}`),
    openUntil: (moment) => html`até ${moment}`,
    worthless: 'O link não funciona: quem convidou não pode mais dar este papel.',
    withdraw: 'Retirar',
    withdrawHint: (email) => `O link para ${email} deixa de funcionar na hora.`,
    withdrawNow: 'Retirar este convite',
    emailProblem: 'Digite um e-mail, por exemplo ada@example.org.',
    invitation: 'Convite',
    invitationLead: (email, closed) =>
      closed
        ? `Envie este link a ${email}, por e-mail ou mensagem: quem o abre entra com esse endereço e passa a ser membro. Aqui não são criadas novas contas; se for preciso, peça uma a quem administra este servidor. O link só aparece esta vez.`
        : `Envie este link a ${email}, por e-mail ou mensagem: quem o abre entra com esse endereço ou cria uma conta, e passa a ser membro. Ele só aparece esta vez.`,
    invitationLabel: 'Link do convite',
    invitationEnds: (moment) => html`Vale uma vez, até ${moment}.`,
    back: 'Já copiei',
    lastOwner:
      'Nada foi alterado: uma organização precisa de um proprietário. Nomeie outro membro proprietário primeiro.',
    rename: 'Renomear a organização',
    name: 'Nome',
    nameHint: 'O público pode vê-lo.',
    done: {
      created: 'A organização está pronta. Convide quem trabalha com você.',
      joined: 'Agora você faz parte desta organização.',
      member: 'Este convite já foi usado: você já faz parte desta organização.',
      renamed: 'A organização tem o novo nome.',
      withdrawn: 'O convite foi retirado.',
      changed: 'O membro tem este papel a partir de agora.',
      removed: 'O membro foi removido.',
    },
  },
  de: {
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
    openUntil: (moment) => html`bis ${moment}`,
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
    invitationEnds: (moment) => html`Er gilt einmal, bis ${moment}.`,
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
};
