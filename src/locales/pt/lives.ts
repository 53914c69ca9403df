import type { LivesStrings } from '../en/lives.ts';
import { richText } from '../rich-text.ts';

export const lives: LivesStrings = {
  list: {
    title: 'Lives',
    own: 'As suas',
    empty:
      'Não há nenhuma aqui. Um aplicativo ou programa com um token as cria; então você vê aqui quantos assistem a cada uma.',
    more: 'Mais Lives',
  },
  entry: {
    states: {
      stopped: 'Parada: o público não vê nada.',
      paused: 'Em pausa: o que ela mostra está oculto.',
      showing: 'Nas telas agora.',
      empty: 'Não mostra nada agora.',
    },
    protected: 'Protegida por um código.',
    now: (viewers) =>
      ['Ninguém assiste agora.', '1 pessoa assistindo agora.'][viewers] ?? `${viewers} pessoas assistindo agora.`,
    never: 'Ninguém assistiu ainda.',
    most: (viewers, at) => richText`No máximo ${viewers} ao mesmo tempo, em ${at}`,
    operate: 'Abrir o console',
    watch: 'Acompanhar no console',
    links: 'Links e código QR',
    views: {
      reader: 'Para celulares',
      screen: 'Telão',
      lower_third: 'Terço inferior, para vídeo',
      stage: 'Palco, para quem fala',
    },
    qr: (name) => `Código QR do link para celulares: ${name}`,
    qrHint: 'Aponte um celular para acompanhar a leitura.',
  },
};
