import { duration } from '../duration.ts';
import type { EntranceStrings } from '../en/entrance.ts';

export const entrance: EntranceStrings = {
  secret: {
    title: 'Acompanhar a leitura',
    hint: 'Digite o código que você recebeu. Ele tem doze caracteres.',
    label: 'Código',
    enter: 'Entrar',
    wrong: 'O código não confere. Verifique e tente de novo.',
    limited: (seconds) => `Houve tentativas demais. Aguarde ${duration('pt', seconds)} e tente de novo.`,
  },
  output: { title: 'Saída', notice: 'Esta tela precisa novamente do endereço da sua saída.' },
  /** In the frame of the console where what is on air is shown. */
  picture: {
    title: 'No ar',
    signedOut: 'Entre novamente para ver o que está no ar.',
    foreign: 'Esta imagem só pode ser vista no console.',
  },
  unavailable: { title: 'Indisponível', notice: 'Esta exibição não está disponível no momento.' },
  missing: {
    title: 'Nada aqui',
    notice: 'Não há nenhuma exibição neste endereço. Ele pode conter um erro, ou a exibição já terminou.',
  },
};
