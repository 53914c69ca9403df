import { INVITATIONS_PER_ORGANIZATION_MAX, ORGANIZATIONS_PER_USER_MAX } from '../../contract/limits.ts';
import type { OrganizationsStrings } from '../en/organizations.ts';
import { richText } from '../rich-text.ts';

export const organizations: OrganizationsStrings = {
  list: {
    title: 'Organizações',
    empty:
      'Você não participa de nenhuma organização. Se a sua igreja já tem uma aqui, peça a um dos proprietários que convide você. Se não, crie uma.',
    create: 'Criar uma organização',
    createHint:
      'Ela tem suas próprias Lives, apresentações e tokens, que os membros compartilham. Você será o proprietário.',
    name: 'Nome, como o público pode vê-lo',
    quotaProblem: `Você é proprietário de ${ORGANIZATIONS_PER_USER_MAX} organizações, e não são permitidas mais. Fale com quem administra este servidor.`,
    done: { left: 'Você saiu da organização.', deleted: 'A organização foi excluída.' },
  },
  head: {
    role: 'O seu papel:',
    places: 'Organização',
    members: 'Membros',
    lives: 'Lives',
    tokens: 'Tokens de serviço',
    activity: 'Atividade',
    data: 'Dados',
    restricted:
      'Quem administra este servidor restringiu esta organização. Os tokens não funcionam, o público vê um aviso e nada pode ser alterado. Nada se perdeu.',
  },
  page: {
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
    openUntil: (moment) => richText`até ${moment}`,
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
    invitationEnds: (moment) => richText`Vale uma vez, até ${moment}.`,
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
  roles: {
    owner: { name: 'Proprietário', may: 'tudo, e nomeia outros proprietários' },
    admin: { name: 'Administrador', may: 'tudo, menos o que diz respeito aos proprietários' },
    operator: { name: 'Operador', may: 'conduz Lives e apresentações e cuida dos tokens deles' },
    viewer: { name: 'Leitor', may: 'vê Lives e apresentações, sem alterar nada' },
  },
};
