import type { ConsoleStrings } from '../../en/console/index.ts';

export const dialogs: ConsoleStrings['dialogs'] = {
  once: 'Este endereço é mostrado só uma vez. Ele contém uma chave: quem o tem vê a saída.',
  address: 'Endereço',
  obs: 'Endereço para o OBS, com fundo transparente',
  copy: 'Copiar',
  copyObs: 'Copiar para o OBS',
  copied: 'Copiado.',
  selected: 'Selecionado. Sem HTTPS a página não pode copiar: tecle Ctrl+C.',
  qr: 'Código QR do endereço',
  noAnswer: 'O servidor não responde. Nada foi mudado.',
};
