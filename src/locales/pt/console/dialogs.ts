import type { ConsoleStrings } from '../../en/console/index.ts';

export const dialogs: ConsoleStrings['dialogs'] = {
  once: 'Abra este endereço no aparelho que vai usá-lo. Ele só aparece agora; quem o tiver pode usá-lo, então trate-o como uma senha.',
  address: 'Endereço',
  obs: 'Endereço para o OBS, com fundo transparente',
  copy: 'Copiar',
  copyObs: 'Copiar para o OBS',
  copied: 'Copiado.',
  selected: 'Selecionado. Sem HTTPS a página não pode copiar: tecle Ctrl+C.',
  qr: 'Código QR do endereço',
  noAnswer: 'O servidor não responde. Nada foi mudado.',
};
