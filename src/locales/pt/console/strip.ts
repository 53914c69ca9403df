import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  showed: (by, shown, ago) => `${by} mostrou ${shown} ${ago}.`,
  hid: (by, ago) => `${by} ocultou a tela ${ago}.`,
  cleared: (by, ago) => `${by} limpou a tela ${ago}.`,
  keysShow: 'Enter mostra a sua, Esc mantém como está.',
  keysDo: 'Enter continua, Esc mantém como está.',
  undoes: (by, shown, ago) => `Isto desfaz o que ${by} fez ${ago}: ${shown}. Desfazer?`,
  asks: (label) => `Trava do culto: ${label}?`,
  notSent: (label) => `Não enviado: ${label}. Sem conexão com o servidor.`,
  unknown: (label) => `A conexão caiu. Verifique o que está no ar: “${label}” talvez não tenha sido feito.`,
  changed: (by, shown) => `Conectado novamente. ${by} mudou o que está no ar: ${shown}.`,
  unknownAuthor: 'Alguém',
  remote: (name) => `Controle “${name}”`,
  button: (name) => `Botão “${name}”`,
  nothing: 'nada',
  keep: 'Manter como está',
  close: 'Fechar',
  kept: (text) => `“${text}” não foi mostrado.`,
  watching: 'Você pode ver esta sala. Para alterá-la, precisa da função “Operador”.',
};
