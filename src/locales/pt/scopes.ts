import type { ScopesStrings } from '../en/scopes.ts';

export const scopes: ScopesStrings = {
  names: {
    'identity.read': 'Ver o seu nome e qual é a sua conta',
    offline_access: 'Continuar conectado quando você não estiver aqui, até a conexão terminar',
    'translation.list': 'Ver quais traduções da Bíblia você tem',
    'translation.get': 'Ver os detalhes e os livros das suas traduções da Bíblia',
    'translation.read': 'Ler o texto das suas traduções da Bíblia',
    'translation.search': 'Pesquisar nas suas traduções da Bíblia',
    'live.list': 'Ver a lista das suas Lives',
    'live.get': 'Ver uma Live: o estado, a fila e o que ela mostra',
    'live.create': 'Criar Lives',
    'live.update': 'Alterar as suas Lives: a fila, as configurações e o que o público vê',
    'live.delete': 'Excluir Lives',
    'token.list': 'Ver os seus tokens pessoais e os aplicativos conectados',
    'token.create': 'Criar, renomear e renovar tokens pessoais',
    'token.delete': 'Revogar tokens pessoais e desconectar aplicativos',
    'translation.update': 'Escolher quais traduções da Bíblia ficam disponíveis',
    'output.manage': 'Gerenciar saídas: criar, alterar, identificar e excluir',
    'presentation.list': 'Ver a lista de apresentações e imagens',
    'presentation.get': 'Ver apresentações e imagens',
    'presentation.update': 'Criar, alterar e excluir apresentações e imagens',
    'presentation.publish': 'Publicar apresentações, para que as Lives possam mostrá-las',
  },
  presets: {
    legend: 'O que ele pode fazer?',
    operator: ['Operador', 'Conduz Lives e apresentações e lê as traduções.'],
    read: ['Somente leitura', 'Vê Lives, apresentações e traduções, sem alterar nada.'],
    all: 'Tudo',
    chosen: ['Personalizado', 'Só o que você marcar abaixo.'],
    push: 'Para enviar passagens, ele precisa de “Alterar as suas Lives” (live.update) e “Ler o texto das suas traduções da Bíblia” (translation.read).',
  },
};
