import type { HomeStrings } from '../en/home.ts';

export const home: HomeStrings = {
  title: 'Boas-vindas',
  what: 'O Lectern mostra versículos, músicas e slides nas telas de um culto.',
  follow: {
    title: 'Acompanhar',
    text: 'Leia o código QR na folha ou na tela da sua igreja, ou abra o link que você recebeu. Não é preciso ter conta.',
  },
  screen: {
    title: 'Esta é uma tela',
    text: 'Mostra um código aqui. Um operador o digita, e esta tela mostra o culto.',
  },
  operate: {
    title: 'Operar',
    text: 'Entre para mostrar versículos e preparar roteiros, músicas e slides.',
  },
  account: 'Sua conta',
  problems: 'Códigos de erro',
};
