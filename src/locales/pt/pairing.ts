import type { PairingStrings } from '../en/pairing.ts';

export const pairing: PairingStrings = {
  title: 'Conectar esta tela',
  scan: 'Escaneie o QR Code ou digite este código no console:',
  onServer: 'Digite este código no console, no computador em que o Lectern funciona:',
  confirm: 'Confirme lá. Depois, esta página continua sozinha.',
  code: 'Código de pareamento',
  qr: 'QR Code que abre o console com este código',
  full: 'Há telas demais esperando conexão.',
  fullHint:
    'Conecte uma delas ou encerre os códigos no console, em “Nova saída”. Depois, esta página continua sozinha.',
  offline: 'O servidor não responde. Quando ele responder, esta página continua sozinha.',
  startPage: 'Salvar como página inicial',
  /** In the start page, for a person at the screen. */
  startPageText: 'Esta tela espera o servidor e depois começa sozinha.',
  scripts: 'Esta página precisa de JavaScript. Permita-o para este endereço.',
};
