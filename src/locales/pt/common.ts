import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { CommonStrings } from '../en/common.ts';
import { richText } from '../rich-text.ts';

export const common: CommonStrings = {
  skip: 'Ir para o conteúdo',
  menu: {
    menu: 'Conta',
    console: 'Console',
    account: 'Conta',
    apps: 'Aplicativos conectados',
    tokens: 'Tokens pessoais',
    sessions: 'Dispositivos e chaves',
    organizations: 'Organizações',
    signOut: 'Sair',
    restricted:
      'Quem administra este servidor restringiu a sua conta. Você pode ver tudo e encerrar sessões, aplicativos e tokens, mas não alterar nada. Nada se perdeu.',
  },
  stale: 'Esta página estava desatualizada, por isso nada foi feito. Envie mais uma vez, por favor.',
  copying: {
    copy: 'Copiar',
    copied: 'Copiado.',
    selected: 'Está selecionado: tecle Ctrl+C ou ⌘C, ou toque e segure no celular.',
  },
  nameProblem: `Digite um nome com 1 a ${NAME_MAX_CHARACTERS} caracteres visíveis.`,
  lifetime: {
    used: (moment) => richText`último uso em ${moment}`,
    unused: 'nunca usado',
    ends: (moment) => richText`termina em ${moment}`,
    endless: 'vale até ser revogado',
  },
  signInAgain: {
    why: 'Por segurança, isso só é possível logo depois de entrar. Entre mais uma vez.',
    signIn: 'Entrar de novo',
  },
};
