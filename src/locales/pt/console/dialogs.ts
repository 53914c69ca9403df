import type { ConsoleStrings } from '../../en/console/index.ts';

export const dialogs: ConsoleStrings['dialogs'] = {
  once: 'Abra este endereço no dispositivo que vai usá-lo. Ele só é mostrado uma vez. Quem o tiver poderá usá-lo: trate-o como uma senha.',
  onlyHere: 'Este endereço funciona só neste computador. Para abri-lo em outros dispositivos, inicie o servidor com',
  address: 'Endereço',
  obs: 'Endereço para o OBS, com fundo transparente',
  copy: 'Copiar',
  copyObs: 'Copiar para o OBS',
  copied: 'Copiado.',
  selected: 'Selecionado. Pressione Ctrl+C: sem HTTPS, a página não pode copiar.',
  qr: 'QR Code do endereço',
  noResponse: 'O servidor não responde. Nada foi alterado.',
  close: 'Fechar',
  escape: 'Esc',
  over: 'Entre novamente.',
  overHint: 'Sua sessão expirou. O que você digitou continua aqui.',
  stillOver: 'Você ainda não entrou.',
  signIn: 'Entrar',
  signedIn: 'Já entrei',
};
