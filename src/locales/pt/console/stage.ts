import type { ConsoleStrings } from '../../en/console/index.ts';

export const stage: ConsoleStrings['stage'] = {
  label: 'Mensagem para o palco',
  placeholder: 'Só o palco vê',
  send: 'Enviar',
  clear: 'Limpar',
  failed: 'A mensagem não foi enviada. Tente novamente.',
};
