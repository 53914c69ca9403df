import { RECENT_SIGN_IN_MINUTES } from '../../../contract/limits.ts';
import type { ConsoleStrings } from '../../en/console/index.ts';

export const firstStart: ConsoleStrings['firstStart'] = {
  password: 'Manter o acesso',
  passwordHint: `O link que você usou só funciona uma vez. Defina uma senha ou adicione uma chave de acesso para poder entrar de novo. Você tem ${RECENT_SIGN_IN_MINUTES} minutos para isso depois de entrar.`,
  setPassword: 'Definir uma senha',
  addPasskey: 'Adicionar uma chave de acesso',
  type: 'Mostrar um versículo',
  typeHint: 'Digite isto e veja o versículo à direita:',
  screen: 'Abrir no telão',
  screenHint:
    'Escaneie o código ou digite o endereço no telão. Ele mostra então um código: escaneie-o com o celular ou digite-o em “Nova saída”.',
  onlyHere:
    'Só este computador pode abrir o endereço. Para outros dispositivos se conectarem, pare o servidor e inicie-o assim:',
  check:
    'Nenhuma tela conectada ainda. Verifique se o endereço está certo, se os dois dispositivos estão na mesma rede e se o firewall permite a porta.',
  stream: 'Transmissão?',
  streamHint:
    'Uma tarja inferior (lower third) fica sobre o vídeo. Crie uma e adicione o endereço dela no OBS como fonte de navegador.',
  done: 'Concluído',
  open: 'A fazer',
  close: 'Fechar estes cartões',
  closeOne: 'Fechar este cartão',
};
