import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { AccountStrings } from '../en/account.ts';

export const account: AccountStrings = {
  overview: {
    title: 'Sua conta',
    name: 'Nome',
    changeName: 'Alterar nome',
    nextName: 'Seu nome',
    nameHint: 'Os membros das suas organizações e os aplicativos que você conecta podem vê-lo.',
    nameProblem: 'Digite um nome com no máximo 120 caracteres.',
    email: 'E-mail',
    lives: 'Salas',
    livesHave: 'Suas próprias salas e quantas pessoas assistem a cada uma.',
    apps: 'Aplicativos conectados',
    appsHave: (count) =>
      count === 0
        ? 'Nenhum aplicativo tem acesso à sua conta. Quando um aplicativo quiser acesso, ele levará você a uma página para decidir.'
        : `${count === 1 ? 'Um aplicativo pode' : `${count} aplicativos podem`} usar sua conta. Veja o que cada um pode fazer ou desconecte-o.`,
    tokens: 'Tokens pessoais',
    tokensHave: (count) =>
      count === 0
        ? 'Nenhum ainda. Crie um para um script ou uma ferramenta sua.'
        : `${count === 1 ? 'Um token está válido' : `${count} tokens estão válidos`} agora.`,
    sessions: 'Dispositivos e chaves de acesso',
    sessionsHave: (count) =>
      count === 1 ? 'Você está conectado só neste dispositivo.' : `Você está conectado em ${count} dispositivos.`,
    organizations: 'Organizações',
    organizationsHave: (count) =>
      count === 0
        ? 'Você ainda não faz parte de uma organização. Crie uma para sua igreja ou peça um convite.'
        : `Você faz parte de ${count === 1 ? 'uma organização' : `${count} organizações`}.`,
    activity: 'Atividade',
    activityHas: 'O que mudou na sua conta, quando e por qual dispositivo, aplicativo ou token.',
    data: 'Seus dados',
    dataHas: 'Baixe uma cópia dos seus dados ou exclua sua conta.',
    change: 'Alterar senha',
    changeHint: 'Isso desconecta todos os seus outros dispositivos.',
    set: 'Definir senha',
    setHint: 'Você ainda não tem senha. Defina uma para entrar aqui da próxima vez.',
    current: 'Senha atual',
    next: 'Nova senha',
    nextHint: `Pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres. Várias palavras seguidas formam uma boa senha.`,
    wrong: 'Esta não é sua senha atual.',
    throttled: (minutes) =>
      `Muitas senhas incorretas. Tente novamente em ${minutes === 1 ? 'um minuto' : `${minutes} minutos`}.`,
    problems: {
      too_short: `A senha precisa ter pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`,
      too_long: `A senha pode ter no máximo ${PASSWORD_MAX_CHARACTERS} caracteres.`,
      common: 'Esta senha é muito comum. Escolha outra.',
      personal: 'Seu nome e seu e-mail são fáceis de adivinhar. Escolha outra senha.',
    },
    done: {
      name: 'Seu nome foi alterado.',
      password: 'Sua senha foi definida. Seus outros dispositivos foram desconectados.',
    },
  },
  lastingAccess: {
    nothing: 'Nada mais tem acesso à conta: nenhum aplicativo conectado, token pessoal ou chave de acesso.',
    lasting: {
      now: 'Estes itens mantêm o acesso mesmo com a nova senha. Revogue o que você não reconhecer:',
      later: 'Estes itens mantêm o acesso mesmo com a nova senha. Depois de entrar, revogue o que você não reconhecer:',
    },
    apps: (count) => (count === 1 ? '1 aplicativo conectado' : `${count} aplicativos conectados`),
    tokens: (count) => (count === 1 ? '1 token pessoal' : `${count} tokens pessoais`),
    passkeys: (count) => (count === 1 ? '1 chave de acesso' : `${count} chaves de acesso`),
    terminals: (count) =>
      count === 1 ? '1 terminal com acesso a uma organização' : `${count} terminais com acesso a uma organização`,
    serviceTokens: 'tokens de serviço das suas organizações',
  },
  data: {
    title: 'Seus dados',
    copy: 'Cópia dos seus dados',
    accountCopy:
      'Tudo o que está armazenado sobre sua conta, em um arquivo JSON: salas com filas e histórico, biblioteca, aplicativos, tokens, dispositivos e atividade. Não contém senhas nem segredos.',
    organizationCopy:
      'Tudo o que está armazenado sobre esta organização, em um arquivo JSON: salas com filas e histórico, roteiros, músicas e slides, imagens, biblioteca, membros, tokens e atividade. Não contém segredos.',
    download: 'Baixar cópia',
    deleteAccount: 'Excluir conta',
    accountEnds:
      'Suas salas são excluídas imediatamente. Aplicativos, tokens e dispositivos perdem o acesso. Tudo na sua conta é excluído. As organizações que têm outro proprietário continuam.',
    deleteOrganization: 'Excluir organização',
    organizationEnds:
      'As salas são excluídas imediatamente. Os tokens perdem o acesso. As músicas, os slides, as imagens e a biblioteca são excluídos. Os membros mantêm suas contas.',
    confirmation: (expected) => `Para confirmar, digite: ${expected}`,
    forGood: 'Não é possível desfazer. Baixe uma cópia antes.',
    mistyped: 'O texto não corresponde.',
    lastOwner: (organizations) =>
      `Você é o único proprietário de ${organizations}. Torne outro membro proprietário ou exclua a organização antes.`,
    goodbye: 'Sua conta foi excluída',
    gone: 'Suas salas, aplicativos, tokens e dispositivos não existem mais. Você pode fechar esta página.',
  },
};
