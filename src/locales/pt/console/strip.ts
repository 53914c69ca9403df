import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  overtaken: (by, shown, seconds) =>
    `${by} mudou isto há ${seconds}\u00a0s: ${shown} está no ar. Continuar mesmo assim?`,
  undoes: (by, shown, seconds) => `Isto desfaz o que ${by} fez há ${seconds} s: ${shown}. Desfazer?`,
  asks: (label) => `Trava do culto: ${label}?`,
  notSent: (label) => `Não enviado: ${label}. Sem conexão com o servidor.`,
  unknown: (label) => `A conexão caiu. Verifique o que está no ar: “${label}” talvez não tenha sido feito.`,
  changed: (by, shown) => `Conectado novamente. ${by} mudou o que está no ar: ${shown}.`,
  somebody: 'Alguém',
  nothing: 'nada',
  keep: 'Manter como está',
  close: 'Fechar',
  kept: (text) => `“${text}” não foi mostrado.`,
  watching: 'Você pode ver esta Live. Para alterá-la, precisa da função “Operador”.',
};
