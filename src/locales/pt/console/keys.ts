import type { ConsoleStrings } from '../../en/console/index.ts';

export const keys: ConsoleStrings['keys'] = {
  title: 'Teclas',
  names: {
    next: 'Próxima página',
    previous: 'Página anterior',
    nextChapter: 'Próximo capítulo',
    previousChapter: 'Capítulo anterior',
    more: 'Um versículo a mais',
    less: 'Um versículo a menos',
    hide: 'Ocultar ou mostrar',
    reveal: 'Mostrar',
    back: 'Voltar',
    clear: 'Esvaziar a fila',
    undo: 'Desfazer',
    redo: 'Refazer',
    lock: 'Trava do culto',
    bar: 'Começar a digitar',
    escape: 'Esvaziar a barra, fechar, ocultar',
  },
};
