import type { ConsoleStrings } from '../../en/console/index.ts';

export const acts: ConsoleStrings['acts'] = {
  show: (reference) => `Mostrar ${reference}`,
  queue: (reference) => `Adicionar ${reference} à fila`,
  remove: (reference) => `Remover ${reference}`,
  move: (reference) => `Mover ${reference}`,
  translation: (name) => `Ativar ou desativar ${name}`,
  translationOrder: 'Ordem das traduções',
  plan: (name) => `Seguir o roteiro ${name}`,
  goOn: 'Próximo item do roteiro',
  next: { page: 'Próxima página', line: 'Próximo versículo', chapter: 'Próximo capítulo', slide: 'Próximo slide' },
  previous: {
    page: 'Página anterior',
    line: 'Versículo anterior',
    chapter: 'Capítulo anterior',
    slide: 'Slide anterior',
  },
  more: 'Um versículo a mais',
  less: 'Um versículo a menos',
  hide: 'Ocultar',
  reveal: 'Mostrar novamente',
  back: 'Voltar',
  undo: 'Desfazer',
  redo: 'Refazer',
  clear: 'Esvaziar',
  start: 'Iniciar',
  stop: 'Parar',
};
