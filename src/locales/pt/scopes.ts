import type { ScopesStrings } from '../en/scopes.ts';

export const scopes: ScopesStrings = {
  names: {
    'identity.read': 'Ver seu nome e sua conta',
    offline_access: 'Continuar conectado na sua ausência, até a conexão expirar',
    'translation.list': 'Ver a lista das suas traduções da Bíblia',
    'translation.get': 'Ver os detalhes e os livros das suas traduções da Bíblia',
    'translation.read': 'Ler o texto das suas traduções da Bíblia',
    'translation.search': 'Pesquisar nas suas traduções da Bíblia',
    'live.list': 'Ver a lista das suas Lives',
    'live.get': 'Ver uma Live: o estado, a fila e o que ela mostra',
    'live.create': 'Criar Lives',
    'live.update': 'Alterar suas Lives: a fila, as configurações e o que o público vê',
    'live.delete': 'Excluir Lives',
    'token.list': 'Ver seus tokens pessoais e aplicativos conectados',
    'token.create': 'Criar, renomear e renovar tokens pessoais',
    'token.delete': 'Revogar tokens pessoais e desconectar aplicativos',
    'translation.update': 'Escolher quais traduções da Bíblia ficam disponíveis',
    'output.manage': 'Gerenciar saídas: criar, alterar, identificar e excluir',
    'presentation.list': 'Ver a lista de músicas, slides e imagens',
    'presentation.get': 'Ver músicas, slides e imagens',
    'presentation.update': 'Criar, alterar e excluir músicas, slides e imagens',
    'presentation.publish': 'Publicar músicas e slides, para que as Lives possam mostrá-los',
  },
  presets: {
    legend: 'Permissões',
    operator: ['Operador', 'Controla Lives, prepara músicas e slides e lê as traduções.'],
    read: ['Somente leitura', 'Vê Lives, músicas, slides e traduções, mas não altera nada.'],
    all: 'Tudo',
    chosen: ['Personalizado', 'Só o que você marcar abaixo.'],
    push: 'Para enviar passagens a uma Live, um token precisa de “Alterar suas Lives” (live.update) e “Ler o texto das suas traduções da Bíblia” (translation.read).',
  },
};
