import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  overtaken: (by, shown) => `${by} foi mais rápido: ${shown} está no ar. Enter mostra o seu, Esc mantém o que está.`,
  asks: (label) => `Trava do culto: ${label}? Enter confirma, Esc mantém o que está.`,
  notSent: (label) => `Não enviado: ${label}. Não há conexão com o servidor.`,
  unknown: (label) => `A conexão caiu. Verifique o que está no ar: ${label} pode ter sido feito ou não.`,
  changed: (by, shown) => `Conectado de novo. Enquanto isso, ${by} mudou o que está no ar: ${shown}.`,
  somebody: 'Alguém',
  nothing: 'nada',
};
