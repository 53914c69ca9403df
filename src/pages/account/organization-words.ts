import type { Words } from '../page-language.ts';

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
  noSuchUser: string;
  emailProblem: string;
  invitation: string;
  invitationLead: (email: string) => string;
  invitationLabel: string;
  invitationEnds: (moment: string) => string;
  back: string;
  lastOwner: string;
  rename: string;
  name: string;
  nameHint: string;
  nameProblem: string;
  done: { created: string; renamed: string; added: string; changed: string; removed: string };
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
      `You lose access to ${organization} at once. To come back, somebody there has to add you again. Your personal account stays.`,
    leaveNow: 'Leave this organization',
    add: 'Add a member',
    addHint: 'By the e-mail address that is used to sign in. For somebody new you get a link to hand over.',
    email: 'E-mail address',
    alreadyMember: 'This person is a member already. Change the role in the list above.',
    noSuchUser: 'Nobody here signs in with this address. Check it, or ask whoever runs this server for an account.',
    emailProblem: 'Enter an e-mail address, such as ada@example.org.',
    invitation: 'Invite somebody new',
    invitationLead: (email) =>
      `Nobody signs in here as ${email} yet. Send this link to that person, by mail or chat: whoever opens it creates an account with that address, and is a member. It is shown only this once.`,
    invitationLabel: 'Link of the invitation',
    invitationEnds: (moment) => `It works once, until ${moment}.`,
    back: 'I have copied it',
    lastOwner: 'Nothing was changed: an organization needs an owner. Make another member an owner first.',
    rename: 'Rename the organization',
    name: 'Name',
    nameHint: 'The audience may see it.',
    nameProblem: 'Enter a name of 1 to 120 visible characters.',
    done: {
      created: 'The organization is there. Add those who work with you.',
      renamed: 'The organization has its new name.',
      added: 'The member is added, and can begin now.',
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
    leave: 'Sair',
    leaveHint: (organization) =>
      `Você perde o acesso a ${organization} na hora. Para voltar, alguém de lá precisa adicionar você de novo. A sua conta pessoal fica.`,
    leaveNow: 'Sair desta organização',
    add: 'Adicionar um membro',
    addHint: 'Pelo e-mail com que a pessoa entra. Para alguém novo, você recebe um link para enviar.',
    email: 'E-mail',
    alreadyMember: 'Esta pessoa já é membro. Altere o papel na lista acima.',
    noSuchUser: 'Ninguém entra aqui com este e-mail. Confira-o ou peça uma conta a quem administra este servidor.',
    emailProblem: 'Digite um e-mail, por exemplo ada@example.org.',
    invitation: 'Convidar alguém novo',
    invitationLead: (email) =>
      `Ninguém entra aqui como ${email} ainda. Envie este link a essa pessoa, por e-mail ou mensagem: quem o abre cria uma conta com esse endereço e passa a ser membro. Ele só aparece esta vez.`,
    invitationLabel: 'Link do convite',
    invitationEnds: (moment) => `Vale uma vez, até ${moment}.`,
    back: 'Já copiei',
    lastOwner:
      'Nada foi alterado: uma organização precisa de um proprietário. Nomeie outro membro proprietário primeiro.',
    rename: 'Renomear a organização',
    name: 'Nome',
    nameHint: 'O público pode vê-lo.',
    nameProblem: 'Digite um nome com 1 a 120 caracteres visíveis.',
    done: {
      created: 'A organização está pronta. Adicione quem trabalha com você.',
      renamed: 'A organização tem o novo nome.',
      added: 'O membro foi adicionado e já pode começar.',
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
      `Sie verlieren sofort den Zugang zu ${organization}. Zurück kommen Sie nur, wenn dort jemand Sie wieder aufnimmt. Ihr persönliches Konto bleibt.`,
    leaveNow: 'Diese Organisation verlassen',
    add: 'Mitglied aufnehmen',
    addHint:
      'Mit der Adresse, mit der die Person sich anmeldet. Für jemanden ohne Konto bekommen Sie einen Link zum Weitergeben.',
    email: 'E-Mail-Adresse',
    alreadyMember: 'Diese Person ist schon Mitglied. Ändern Sie die Rolle oben in der Liste.',
    noSuchUser:
      'Mit dieser Adresse meldet sich hier niemand an. Prüfen Sie sie, oder bitten Sie den Betreiber dieses Servers um ein Konto.',
    emailProblem: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.org.',
    invitation: 'Jemanden neu einladen',
    invitationLead: (email) =>
      `Als ${email} meldet sich hier noch niemand an. Senden Sie dieser Person den Link, per Mail oder Chat: Wer ihn öffnet, legt ein Konto mit dieser Adresse an und ist Mitglied. Er wird nur dieses eine Mal gezeigt.`,
    invitationLabel: 'Link der Einladung',
    invitationEnds: (moment) => `Er gilt einmal, bis ${moment}.`,
    back: 'Ich habe ihn kopiert',
    lastOwner:
      'Es wurde nichts geändert: Eine Organisation braucht einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    rename: 'Organisation umbenennen',
    name: 'Name',
    nameHint: 'Das Publikum kann ihn sehen.',
    nameProblem: 'Geben Sie einen Namen mit 1 bis 120 sichtbaren Zeichen ein.',
    done: {
      created: 'Die Organisation ist angelegt. Nehmen Sie auf, wer mit Ihnen arbeitet.',
      renamed: 'Die Organisation hat ihren neuen Namen.',
      added: 'Das Mitglied ist aufgenommen und kann sofort anfangen.',
      changed: 'Das Mitglied hat von jetzt an diese Rolle.',
      removed: 'Das Mitglied ist entfernt.',
    },
  },
};
