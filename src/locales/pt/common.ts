import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { CommonStrings } from '../en/common.ts';
import { richText } from '../rich-text.ts';

export const common: CommonStrings = {
  skip: 'Ir para o conteúdo',
  menu: {
    menu: 'Conta',
    areas: 'Áreas',
    owner: 'Organização',
    personal: 'Pessoal',
    plans: 'Roteiros',
    decks: 'Músicas e slides',
    lives: 'Salas e saídas',
    library: 'Biblioteca',
    people: 'Pessoas',
    console: 'Console',
    account: 'Conta',
    apps: 'Aplicativos conectados',
    tokens: 'Tokens pessoais',
    sessions: 'Dispositivos e chaves de acesso',
    organizations: 'Organizações',
    installation: 'Instalação',
    plain: 'Sem criptografia: outras pessoas nesta rede podem ler esta página e o que você envia.',
    guides: 'Guias',
    signOut: 'Sair',
    restricted:
      'O administrador deste servidor restringiu sua conta. Você pode ver tudo e encerrar sessões, aplicativos e tokens, mas não pode alterar nada. Seus dados estão seguros.',
  },
  stale: 'Esta página estava desatualizada, por isso nada foi alterado. Envie novamente.',
  copying: {
    copy: 'Copiar',
    copied: 'Copiado.',
    selected: 'Selecionado. Pressione Ctrl+C ou ⌘C, ou toque e segure no celular.',
  },
  nameProblem: `Digite um nome com 1 a ${NAME_MAX_CHARACTERS} caracteres visíveis.`,
  lifetime: {
    used: (moment) => richText`último uso: ${moment}`,
    unused: 'nunca usado',
    ends: (moment) => richText`expira em ${moment}`,
    endless: 'não expira',
  },
  signInAgain: {
    why: 'Por segurança, isso só é possível logo depois de entrar. Entre novamente para continuar.',
    signIn: 'Entrar novamente',
  },
};
