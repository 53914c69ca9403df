import {
  INVITATIONS_PER_ORGANIZATION_MAX,
  LICENCE_MAX_CHARACTERS,
  ORGANIZATIONS_PER_USER_MAX,
} from '../../contract/limits.ts';
import type { OrganizationsStrings } from '../en/organizations.ts';
import { richText } from '../rich-text.ts';

export const organizations: OrganizationsStrings = {
  list: {
    title: 'Organizações',
    empty:
      'Você ainda não faz parte de uma organização. Se sua igreja já tem uma aqui, peça um convite a um proprietário. Caso contrário, crie uma.',
    create: 'Criar organização',
    createHint:
      'Uma organização tem suas próprias salas, músicas, slides e tokens, que os membros compartilham. Você será o proprietário.',
    name: 'Nome (o público pode vê-lo)',
    quotaProblem: `Você é proprietário de ${ORGANIZATIONS_PER_USER_MAX} organizações, o máximo permitido. Fale com o administrador do servidor.`,
    done: { left: 'Você saiu da organização.', deleted: 'A organização foi excluída.' },
  },
  head: {
    role: 'Sua função:',
    places: 'Organização',
    members: 'Membros',
    lives: 'Salas',
    usage: 'Uso',
    tokens: 'Tokens de serviço',
    activity: 'Atividade',
    data: 'Dados',
    restricted:
      'O administrador deste servidor restringiu esta organização. Os tokens não funcionam, o público vê um aviso e nada pode ser alterado. Os dados estão seguros.',
  },
  usage: {
    title: 'Uso',
    lead: 'Quais músicas e traduções ficaram na tela por 10 segundos ou mais, por exemplo para um relatório à CCLI. O que volta em até 10 minutos não conta de novo. Os dias começam à meia-noite UTC.',
    thisMonth: 'Este mês',
    lastMonths: 'Últimos 6 meses',
    from: 'De',
    to: 'Até',
    show: 'Mostrar',
    periodProblem:
      'Escolha um período de no máximo 400 dias que não termine antes de começar. Se ele for curto o bastante, tem linhas demais: escolha um mais curto.',
    since: (day) => `Contado desde ${day}.`,
    neverCounted: 'Nada foi contado ainda. Músicas e traduções aparecem aqui depois de ficarem 10 segundos na tela.',
    empty: 'Nada foi mostrado neste período.',
    things: { song: 'Músicas', edition: 'Traduções' },
    columns: { title: 'Título', authors: 'Autores', songbook: 'Hinário', count: 'Mostrada', rooms: 'Salas' },
    times: (count) => `${count}×`,
    deletedRoom: 'sala excluída',
    download: 'Baixar como CSV',
    licence: 'Licença CCLI',
    licenceNumber: 'Número da licença (vazio: nenhuma)',
    licenceHint: 'Os slides de músicas o mostram abaixo do texto; a tela de palco, não.',
    licenceProblem: `Um número de licença tem de 1 a ${LICENCE_MAX_CHARACTERS} caracteres.`,
    noLicence: 'Nenhum número de licença foi definido.',
    save: 'Salvar',
    saved: 'O número da licença foi salvo.',
  },
  page: {
    members: (count) => (count === 1 ? 'Um membro' : `${count} membros`),
    you: '(você)',
    disabled: 'a conta está desativada',
    role: 'Função',
    changeRole: 'Alterar função',
    remove: 'Remover',
    removeHint: (name) =>
      `${name} perde o acesso a esta organização imediatamente. A conta pessoal continua, assim como os tokens de serviço que esse membro criou.`,
    removeNow: 'Remover membro',
    leave: 'Sair da organização',
    leaveHint: (organization) =>
      `Você perde o acesso a ${organization} imediatamente. Para voltar, precisa de um novo convite. Sua conta pessoal continua.`,
    leaveNow: 'Sair desta organização',
    add: 'Convidar membro',
    addHint:
      'Digite um e-mail. Você recebe um link para enviar. Quem o abre entra na organização com uma conta existente ou nova.',
    email: 'E-mail',
    alreadyMember: 'Esta pessoa já é membro. Altere a função na lista acima.',
    invitationsFull: `Há ${INVITATIONS_PER_ORGANIZATION_MAX} convites abertos, o máximo permitido. Cancele um primeiro.`,
    seenProblem:
      'Ninguém foi convidado, porque a lista de convites mudou. Se você recarregou a página, seu convite está na lista acima. Se perdeu o link, cancele o convite e faça outro.',
    invitations: 'Convites abertos',
    invitedBy: (name) => (name === null ? 'convite do administrador deste servidor' : `convite de ${name}`),
    openUntil: (moment) => richText`válido até ${moment}`,
    worthless: 'O link não funciona: quem convidou não pode mais atribuir esta função.',
    withdraw: 'Cancelar convite',
    withdrawHint: (email) => `O link para ${email} deixa de funcionar imediatamente.`,
    withdrawNow: 'Cancelar este convite',
    emailProblem: 'Digite um e-mail, como ana@example.org.',
    invitation: 'Convite',
    invitationLead: (email, closed) =>
      closed
        ? `Envie este link a ${email}, por e-mail ou mensagem. A pessoa entra com esse e-mail e passa a ser membro. Neste servidor, só o administrador pode criar contas. O link só é mostrado uma vez.`
        : `Envie este link a ${email}, por e-mail ou mensagem. A pessoa entra com esse e-mail ou cria uma conta e passa a ser membro. O link só é mostrado uma vez.`,
    invitationLabel: 'Link do convite',
    invitationOnlyHere:
      'Este link funciona só neste computador. Para outros dispositivos, um administrador configura HTTPS ou, em uma rede confiável, liga as duas opções em Instalação, Rede.',
    invitationEnds: (moment) => richText`Funciona uma única vez, até ${moment}.`,
    back: 'Já copiei',
    lastOwner:
      'Nada foi alterado. Uma organização precisa de um proprietário: torne outro membro proprietário primeiro.',
    rename: 'Renomear organização',
    name: 'Nome',
    nameHint: 'O público pode vê-lo.',
    done: {
      created: 'A organização foi criada. Convide as pessoas que trabalham com você.',
      joined: 'Agora você é membro desta organização.',
      member: 'Este convite já foi usado: você é membro desta organização.',
      renamed: 'A organização foi renomeada.',
      withdrawn: 'O convite foi cancelado.',
      changed: 'A função foi alterada.',
      removed: 'O membro foi removido.',
    },
  },
  roles: {
    owner: { name: 'Proprietário', may: 'pode fazer tudo e gerencia proprietários' },
    admin: { name: 'Administrador', may: 'pode fazer tudo, menos gerenciar proprietários' },
    operator: { name: 'Operador', may: 'controla salas, prepara músicas e slides e gerencia tokens para isso' },
    viewer: { name: 'Leitor', may: 'vê salas, músicas e slides, mas não altera nada' },
  },
};
