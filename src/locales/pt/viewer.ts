import type { OutputStrings } from '../../contract/output-page.ts';
import type { ViewerLocaleStrings } from '../en/viewer.ts';

export const viewer: ViewerLocaleStrings = {
  page: { title: 'Leitura', otherBrowser: 'Para acompanhar a leitura, abra esta página em outro navegador.' },
  /** Told with the page of an output. */
  output: {
    deleted: 'Esta saída foi removida.',
    rotated: 'Esta saída tem um novo endereço.',
    replaced: 'Esta saída está aberta em outro lugar.',
  } satisfies OutputStrings,
  /** Told with a picture of what is on air, in the console. */
  pictureReplaced: 'Esta imagem está aberta em lugares demais.',
  strings: {
    backToNow: 'Voltar ao ponto atual',
    ended: 'Esta leitura terminou.',
    interrupted: 'Conexão interrompida',
    waiting: 'Assim que algo for exibido, aparecerá aqui.',
    next: 'A seguir',
    hidden: 'Oculto',
    controls: 'Exibição',
    smaller: 'Texto menor',
    larger: 'Texto maior',
    light: 'Fundo claro',
    dark: 'Fundo escuro',
    fullScreen: 'Tela cheia',
    leaveFullScreen: 'Sair da tela cheia',
  },
};
