import type { ScopesStrings } from '../en/scopes.ts';

export const scopes: ScopesStrings = {
  names: {
    'identity.read': 'Ver seu nome e sua conta',
    offline_access: 'Continuar conectado na sua ausência, até a conexão expirar',
    'translation.list': 'Ver a lista das suas traduções da Bíblia',
    'translation.get': 'Ver os detalhes e os livros das suas traduções da Bíblia',
    'translation.read': 'Ler o texto das suas traduções da Bíblia',
    'translation.search': 'Pesquisar nas suas traduções da Bíblia',
    'live.list': 'Ver a lista das suas salas',
    'live.get': 'Ver uma sala: o estado, a fila e o que ela mostra',
    'live.create': 'Criar salas',
    'live.update': 'Alterar suas salas: a fila, as configurações e o que o público vê',
    'live.delete': 'Excluir salas',
    'token.list': 'Ver seus tokens pessoais e aplicativos conectados',
    'token.create': 'Criar, renomear e renovar tokens pessoais',
    'token.delete': 'Revogar tokens pessoais e desconectar aplicativos',
    'translation.update': 'Escolher quais traduções da Bíblia ficam disponíveis',
    'output.manage': 'Gerenciar saídas: criar, alterar, identificar e excluir',
    'presentation.list': 'Ver a lista de músicas, slides e imagens',
    'presentation.get': 'Ver músicas, slides e imagens',
    'presentation.update': 'Criar, alterar e excluir músicas, slides e imagens',
    'presentation.publish': 'Publicar músicas e slides, para que possam ser mostrados nas salas',
  },
  presets: {
    legend: 'Permissões',
    operator: ['Operador', 'Controla salas, prepara músicas e slides e lê as traduções.'],
    read: ['Somente leitura', 'Vê salas, músicas, slides e traduções, mas não altera nada.'],
    all: 'Tudo',
    chosen: ['Personalizado', 'Só o que você marcar abaixo.'],
    push: 'Para enviar passagens a uma sala, um token precisa de “Alterar suas salas” (live.update) e “Ler o texto das suas traduções da Bíblia” (translation.read).',
  },
};
