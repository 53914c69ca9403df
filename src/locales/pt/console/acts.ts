import type { ConsoleStrings } from '../../en/console/index.ts';

export const acts: ConsoleStrings['acts'] = {
  show: (reference) => `Mostrar ${reference}`,
  queue: (reference) => `Pôr ${reference} na fila`,
  remove: (reference) => `Remover ${reference}`,
  move: (reference) => `Mover ${reference}`,
  translation: (name) => `Ligar ou desligar ${name}`,
  plan: (name) => `Seguir o plano ${name}`,
  goOn: 'Próximo item do plano',
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
  reveal: 'Mostrar de novo',
  back: 'Voltar',
  undo: 'Desfazer',
  redo: 'Refazer',
  clear: 'Limpar',
  start: 'Iniciar',
  stop: 'Parar',
};
