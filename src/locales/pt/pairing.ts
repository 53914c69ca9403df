import type { PairingStrings } from '../en/pairing.ts';

export const pairing: PairingStrings = {
  title: 'Conectar esta tela',
  scan: 'Escaneie o QR code ou digite este código no console:',
  confirm: 'Confirme por lá, e esta página continua sozinha.',
  code: 'Código de conexão',
  qr: 'QR code que abre o console com este código',
  full: 'Há telas demais esperando conexão.',
  fullHint: 'Conecte ou feche uma delas. Esta página continua sozinha.',
  offline: 'O servidor não responde. Esta página continua sozinha.',
  scripts: 'Esta página precisa de JavaScript. Permita-o para este endereço.',
};
