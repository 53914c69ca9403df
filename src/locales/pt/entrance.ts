import { duration } from '../duration.ts';
import type { EntranceStrings } from '../en/entrance.ts';

export const entrance: EntranceStrings = {
  secret: {
    title: 'Acompanhar a leitura',
    hint: 'Digite o código de 12 caracteres que você recebeu.',
    label: 'Código',
    enter: 'Entrar',
    wrong: 'O código está incorreto. Verifique e tente novamente.',
    limited: (seconds) => `Muitas tentativas. Aguarde ${duration('pt', seconds)} e tente novamente.`,
  },
  output: { title: 'Saída', notice: 'Abra novamente o endereço desta saída.' },
  picture: {
    title: 'No ar',
    signedOut: 'Entre novamente para ver o que está no ar.',
    foreign: 'Esta imagem só está disponível no console.',
  },
  preview: {
    title: 'Prévia',
    signedOut: 'Entre novamente para ver a prévia.',
    foreign: 'Esta prévia só está disponível no console.',
  },
  unavailable: { title: 'Indisponível', notice: 'Esta exibição não está disponível no momento.' },
  missing: {
    title: 'Nada encontrado',
    notice: 'Não há nenhuma exibição neste endereço. Verifique o endereço; a exibição também pode ter terminado.',
  },
};
