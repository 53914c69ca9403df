import type { OutputStrings } from '../../contract/output-page.ts';
import type { ViewerLocaleStrings } from '../en/viewer.ts';

export const viewer: ViewerLocaleStrings = {
  page: { title: 'Leitura', otherBrowser: 'Para acompanhar a leitura, abra esta página em outro navegador.' },
  output: {
    deleted: 'Esta saída foi removida.',
    rotated: 'Esta saída tem um novo endereço.',
    replaced: 'Esta saída está aberta em outro lugar.',
  } satisfies OutputStrings,
  pictureReplaced: 'Esta imagem está aberta em lugares demais.',
  strings: {
    backToNow: 'Voltar ao ponto atual',
    ended: 'Esta leitura terminou.',
    interrupted: 'Conexão interrompida',
    waiting: 'O texto aparece aqui assim que for mostrado.',
    next: 'A seguir',
    hidden: 'Oculta',
    over: '# min além do previsto',
    chords: 'Acordes',
    chordsLower: 'Acordes um semitom abaixo',
    chordsHigher: 'Acordes um semitom acima',
    controls: 'Exibição',
    smaller: 'Texto menor',
    larger: 'Texto maior',
    light: 'Fundo claro',
    dark: 'Fundo escuro',
    fullScreen: 'Tela cheia',
    leaveFullScreen: 'Sair da tela cheia',
  },
};
