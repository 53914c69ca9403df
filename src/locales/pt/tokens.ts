import type { TokensStrings } from '../en/tokens.ts';
import { richText } from '../rich-text.ts';

export const tokens: TokensStrings = {
  personal: {
    title: 'Tokens pessoais',
    lead: 'Com um token pessoal, um script ou uma ferramenta age em seu nome. Dê a cada ferramenta um token próprio: assim você encerra um sem afetar os outros.',
    empty: 'Você não tem tokens pessoais. Crie um abaixo e copie-o para a ferramenta que precisa dele.',
    create: 'Criar um token',
    created: (day) => richText`Criado em ${day}`,
    may: (scopes) => (scopes === 1 ? 'Pode fazer uma coisa' : `Pode fazer ${scopes} coisas`),
    mayAll: 'Pode fazer tudo o que você pode',
    name: 'Nome',
    nameHint: 'Para que serve, por exemplo "Slides no notebook".',
    all: 'Tudo o que você pode, agora e depois.',
    days: 'Termina depois de quantos dias (1 a 365)',
    rename: 'Renomear',
    rotate: 'Renovar o segredo',
    rotateHint:
      'O token recebe um segredo novo. O atual continua valendo por um tempo, para você trocá-lo onde é usado. Com “nem um minuto”, os anteriores que ainda valem também terminam.',
    overlap: 'O segredo atual continua valendo por',
    overlaps: { 0: 'nem um minuto', 600: '10 minutos', 3600: 'uma hora', 86400: 'um dia' },
    revoke: 'Revogar',
    revokeHint:
      'Tudo o que usa este token perde o acesso na hora. As suas Lives e todo o resto ficam. Não dá para desfazer.',
    revokeNow: 'Revogar este token',
    secretTitle: { created: 'O seu novo token', rotated: 'O novo segredo do seu token' },
    secretLead: 'Copie-o agora. Ele só aparece esta vez, e ninguém poderá consultá-lo depois.',
    secretLabel: 'Segredo do token',
    secretUse: 'As ferramentas o enviam no cabeçalho "Authorization: Bearer …". Guarde-o como uma senha.',
    kept: 'Já copiei',
    daysProblem: 'Digite um número inteiro de dias, de 1 a 365.',
    scopesProblem: 'Escolha pelo menos uma coisa que o token pode fazer.',
    bothProblem:
      'O que está marcado abaixo difere da escolha acima. Escolha “Personalizado” para dar só o que está marcado.',
    seenProblem:
      'Nada foi criado: a sua lista de tokens mudou nesse meio-tempo. Se você recarregou a página, o seu token está na lista acima.',
    quotaProblem: (most) => `Nada foi criado: você tem ${most} tokens, e não são permitidos mais. Revogue um primeiro.`,
    done: {
      renamed: 'O token tem o novo nome.',
      revoked: 'O token foi encerrado.',
      seen: 'Nada foi renovado pela segunda vez. Se você não copiou o novo segredo, renove-o mais uma vez.',
      full: 'Nada foi renovado: tantos segredos anteriores deste token ainda valem que não cabe mais nenhum. Espere até que um deles termine ou escolha “nem um minuto”, que encerra todos.',
    },
  },
  outputs: {
    lead: 'Estas saídas continuam funcionando. Quem as criou pode ainda conhecer seus endereços: dê a cada uma um novo.',
  },
  service: {
    title: 'Tokens de serviço',
    lead: 'Com um token de serviço, um aparelho ou programa age pela organização, mesmo depois que a pessoa que o criou sair. Dê a cada aparelho um token próprio.',
    empty: 'Não há tokens de serviço. Crie um para um aparelho ou programa que trabalha para a organização.',
    all: 'Tudo o que o seu papel pode dar a um programa.',
    ownLead: 'Estes são os terminais que você conectou a esta organização. Eles podem fazer o que o seu papel permite.',
    ownEmpty: 'Você não conectou nenhum terminal a esta organização.',
    connectTitle: 'Conectar um terminal',
    connect: 'Execute nele este comando',
    loginOf: (name, role) =>
      `Terminal de ${name} (${role}). Pode fazer o que o papel desta pessoa permite e termina quando ela sair da organização.`,
    above:
      'Ele pode fazer mais do que o seu papel permite, por isso você não pode encerrá-lo. Um proprietário ou administrador pode.',
    revokeHint: 'Tudo o que usa este token perde o acesso na hora. Lives e apresentações ficam. Não dá para desfazer.',
    daysHint: 'Vazio: sem fim, até alguém revogá-lo.',
    secretTitle: 'O novo token de serviço',
  },
};
