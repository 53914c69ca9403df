import type { LivesStrings } from '../en/lives.ts';
import { richText } from '../rich-text.ts';

export const lives: LivesStrings = {
  list: {
    title: 'Lives',
    own: 'Pessoais',
    empty: 'Nenhuma Live ainda. Crie uma no console ou com um aplicativo.',
    more: 'Mais Lives',
  },
  entry: {
    states: {
      stopped: 'Parada. O público não vê nada.',
      paused: 'Oculta. O público não vê o conteúdo.',
      showing: 'Nas telas agora.',
      empty: 'Nada nas telas.',
    },
    protected: 'Protegida por um código.',
    now: (viewers) =>
      ['Ninguém assistindo agora.', '1 pessoa assistindo agora.'][viewers] ?? `${viewers} pessoas assistindo agora.`,
    never: 'Ninguém assistiu ainda.',
    most: (viewers, at) => richText`Pico: ${viewers} ao mesmo tempo, em ${at}`,
    operate: 'Abrir o console',
    watch: 'Ver no console',
    links: 'Links e QR Code',
    views: {
      reader: 'Para celulares',
      screen: 'Telão',
      lower_third: 'Tarja inferior, para vídeo',
      stage: 'Palco, para quem fala',
    },
    qr: (name) => `QR Code do link para celulares: ${name}`,
    qrHint: 'Escaneie com o celular para acompanhar a leitura.',
  },
};
