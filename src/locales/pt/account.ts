import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { AccountStrings } from '../en/account.ts';

export const account: AccountStrings = {
  overview: {
    title: 'A sua conta',
    name: 'Nome',
    changeName: 'Alterar o nome',
    nextName: 'Seu nome',
    nameHint: 'Os membros das suas organizações o veem, e os aplicativos que você conecta também.',
    nameProblem: 'Digite um nome com no máximo 120 caracteres.',
    email: 'E-mail',
    lives: 'Lives',
    livesHave: 'As suas telas, e quantos assistem a cada uma.',
    apps: 'Aplicativos conectados',
    appsHave: (count) =>
      count === 0
        ? 'Nenhum aplicativo pode usar a sua conta. Quando um quiser, ele abrirá uma página que pergunta a você.'
        : `${count === 1 ? 'Um aplicativo pode' : `${count} aplicativos podem`} usar a sua conta. Veja o que cada um pode fazer, ou desconecte-o.`,
    tokens: 'Tokens pessoais',
    tokensHave: (count) =>
      count === 0
        ? 'Nenhum ainda. Crie um para um script ou uma ferramenta sua.'
        : `${count === 1 ? 'Um token vale' : `${count} tokens valem`} agora.`,
    sessions: 'Dispositivos e chaves',
    sessionsHave: (count) =>
      count === 1 ? 'Você está conectado só neste dispositivo.' : `Você está conectado em ${count} dispositivos.`,
    organizations: 'Organizações',
    organizationsHave: (count) =>
      count === 0
        ? 'Você não participa de nenhuma. Crie uma para a sua igreja ou peça um convite.'
        : `Você participa de ${count === 1 ? 'uma' : count}.`,
    activity: 'Atividade',
    activityHas: 'O que mudou na sua conta, quando, e por qual dispositivo, aplicativo ou token.',
    data: 'Os seus dados',
    dataHas: 'Leve uma cópia de tudo ou exclua a conta.',
    change: 'Alterar a senha',
    changeHint: 'Os seus outros dispositivos serão desconectados.',
    set: 'Criar uma senha',
    setHint: 'Você ainda não tem senha. Com uma, você poderá entrar aqui da próxima vez.',
    current: 'Senha atual',
    next: 'Nova senha',
    nextHint: `No mínimo ${PASSWORD_MIN_CHARACTERS} caracteres. Algumas palavras seguidas funcionam bem.`,
    wrong: 'Esta não é a sua senha atual.',
    throttled: (minutes) =>
      `Senhas erradas demais. Tente de novo em ${minutes === 1 ? 'um minuto' : `${minutes} minutos`}.`,
    problems: {
      too_short: `A senha precisa de pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`,
      too_long: `A senha tem no máximo ${PASSWORD_MAX_CHARACTERS} caracteres.`,
      common: 'Muita gente usa esta senha. Escolha outra.',
      personal: 'O seu nome ou e-mail é fácil de adivinhar. Escolha outra senha.',
    },
    done: {
      name: 'O seu nome foi alterado.',
      password: 'A sua senha foi definida, e os seus outros dispositivos foram desconectados.',
    },
  },
  lastingAccess: {
    nothing: 'Nada mais tem acesso à conta: não há aplicativo conectado, token pessoal nem chave de acesso.',
    lasting: {
      now: 'Com a nova senha, estes continuam tendo acesso. Encerre o que você não reconhecer:',
      later:
        'Com a nova senha, estes continuam tendo acesso. Depois de entrar, você pode encerrar o que não reconhecer:',
    },
    apps: (count) => (count === 1 ? '1 aplicativo conectado' : `${count} aplicativos conectados`),
    tokens: (count) => (count === 1 ? '1 token pessoal' : `${count} tokens pessoais`),
    passkeys: (count) => (count === 1 ? '1 chave de acesso' : `${count} chaves de acesso`),
    terminals: (count) =>
      count === 1 ? '1 terminal que age por uma organização' : `${count} terminais que agem por uma organização`,
    serviceTokens: 'tokens de serviço das suas organizações',
  },
  data: {
    title: 'Os seus dados',
    copy: 'Uma cópia dos dados',
    accountCopy:
      'Tudo o que guardamos da sua conta em um arquivo JSON: Lives com filas e histórico, biblioteca, aplicativos, tokens, dispositivos e atividade. Segredos não estão nele.',
    organizationCopy:
      'Tudo o que guardamos desta organização em um arquivo JSON: Lives com filas e histórico, apresentações, imagens, biblioteca, membros, tokens e atividade. Segredos não estão nele.',
    download: 'Baixar uma cópia',
    deleteAccount: 'Excluir a conta',
    accountEnds:
      'As suas Lives terminam na hora, aplicativos, tokens e dispositivos perdem o acesso, e tudo na sua conta é removido. Organizações que têm outro proprietário ficam.',
    deleteOrganization: 'Excluir a organização',
    organizationEnds:
      'Todas as Lives terminam na hora, os tokens perdem o acesso, e apresentações, imagens e biblioteca são removidas. As contas dos membros ficam.',
    confirmation: (expected) => `Para excluir, digite: ${expected}`,
    forGood: 'Não há como desfazer. Baixe uma cópia antes.',
    mistyped: 'O texto não é o mesmo.',
    lastOwner: (organizations) =>
      `Só você é proprietário de ${organizations}. Torne outra pessoa proprietária ou exclua a organização antes.`,
    goodbye: 'A sua conta foi excluída',
    gone: 'As suas Lives, aplicativos, tokens e dispositivos terminaram. Você pode fechar esta página.',
  },
};
