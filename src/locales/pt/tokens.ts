import type { TokensStrings } from '../en/tokens.ts';
import { richText } from '../rich-text.ts';

export const tokens: TokensStrings = {
  personal: {
    title: 'Tokens pessoais',
    lead: 'Com um token pessoal, um script ou uma ferramenta age em seu nome. Crie um para cada ferramenta, para poder revogar um sem afetar os outros.',
    empty: 'Você não tem tokens pessoais. Crie um abaixo e copie-o para a ferramenta que precisa dele.',
    create: 'Criar token',
    created: (day) => richText`Criado em ${day}`,
    may: (scopes) => (scopes === 1 ? '1 permissão' : `${scopes} permissões`),
    mayAll: 'Todas as suas permissões',
    name: 'Nome',
    nameHint: 'Para que serve o token, por exemplo “Slides no notebook”.',
    all: 'Tudo o que você pode fazer, agora e no futuro.',
    days: 'Validade em dias (1 a 365)',
    rename: 'Renomear',
    rotate: 'Renovar segredo',
    rotateHint:
      'O token recebe um novo segredo. O atual continua válido por um tempo, para você trocá-lo onde é usado. Com “nenhuma”, os segredos anteriores também terminam.',
    overlap: 'Validade restante do segredo atual',
    overlaps: { 0: 'nenhuma', 600: '10 minutos', 3600: 'uma hora', 86400: 'um dia' },
    revoke: 'Revogar',
    revokeHint:
      'Tudo o que usa este token perde o acesso imediatamente. Suas salas e seus outros dados continuam. Não é possível desfazer.',
    revokeNow: 'Revogar token',
    secretTitle: { created: 'Seu novo token', rotated: 'O novo segredo do seu token' },
    secretLead: 'Copie agora. Ele só é mostrado uma vez.',
    secretLabel: 'Segredo do token',
    secretUse: 'As ferramentas o enviam no cabeçalho “Authorization: Bearer\u00a0…”. Trate-o como uma senha.',
    kept: 'Já copiei',
    daysProblem: 'Digite um número inteiro de 1 a 365.',
    scopesProblem: 'Escolha pelo menos uma permissão.',
    bothProblem:
      'O que está marcado abaixo difere da escolha acima. Escolha “Personalizado” para conceder só o que está marcado.',
    seenProblem:
      'Nenhum token foi criado, porque a lista dos seus tokens mudou. Se você recarregou a página, seu token está na lista acima.',
    quotaProblem: (most) =>
      `Nenhum token foi criado: você tem ${most} tokens, o máximo permitido. Revogue um primeiro.`,
    done: {
      renamed: 'O token foi renomeado.',
      revoked: 'O token foi revogado.',
      seen: 'O segredo não foi renovado uma segunda vez. Se você não copiou o novo segredo, renove-o novamente.',
      full: 'O segredo não foi renovado: muitos segredos anteriores deste token ainda são válidos. Espere um deles expirar ou escolha “nenhuma” para encerrar todos.',
    },
  },
  outputs: {
    lead: 'Estas saídas continuam funcionando. Quem as criou talvez ainda conheça os endereços: dê um novo endereço a cada uma.',
  },
  service: {
    title: 'Tokens de serviço',
    lead: 'Com um token de serviço, um dispositivo ou programa age pela organização, mesmo depois que a pessoa que o criou sair. Crie um para cada dispositivo.',
    empty: 'Nenhum token de serviço ainda. Crie um para um dispositivo ou programa que age pela organização.',
    all: 'Tudo o que sua função pode conceder a um programa.',
    ownLead: 'Você conectou estes terminais a esta organização. Eles podem fazer o que sua função permite.',
    ownEmpty: 'Você não conectou nenhum terminal a esta organização.',
    connectTitle: 'Conectar um terminal',
    connect: 'Execute este comando no terminal',
    loginOf: (name, role) =>
      `Terminal de ${name} (${role}). Pode fazer o que a função deste membro permite e termina quando ele sair da organização.`,
    above:
      'Ele pode fazer mais do que sua função permite, por isso você não pode revogá-lo. Um proprietário ou administrador pode.',
    revokeHint:
      'Tudo o que usa este token perde o acesso imediatamente. As salas, as músicas e os slides continuam. Não é possível desfazer.',
    daysHint: 'Deixe vazio para um token que não expira.',
    secretTitle: 'Seu novo token de serviço',
  },
};
