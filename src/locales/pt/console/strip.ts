import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  overtaken: (by, shown, seconds) =>
    `${by} mudou isto há ${seconds} s: ${shown} está no ar. Mostrar o seu mesmo assim?`,
  asks: (label) => `Trava do culto: ${label}?`,
  notSent: (label) => `Não enviado: ${label}. Não há conexão com o servidor.`,
  unknown: (label) => `A conexão caiu. Verifique o que está no ar: ${label} pode ter sido feito ou não.`,
  changed: (by, shown) => `Conectado de novo. Enquanto isso, ${by} mudou o que está no ar: ${shown}.`,
  somebody: 'Alguém',
  nothing: 'nada',
  keep: 'Manter como está',
  close: 'Fechar',
  watching: 'Você pode assistir. Para mudar algo é preciso ter a função de operador.',
};
