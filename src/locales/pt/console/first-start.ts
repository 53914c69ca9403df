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
    'Por enquanto só este computador pode abrir a página. Abra primeiro o Lectern para esta rede. Aqui aparecem então um endereço e um código QR para a tela e o celular.',
  askToOpen: 'Só um administrador deste servidor pode fazer isso.',
  check: 'Nenhum outro dispositivo abriu a página ainda. Verifique:',
  checks: [
    'o endereço: digitado como acima, com http:// e o número depois dos dois-pontos',
    'a rede: os dois dispositivos estão na mesma, e não em um Wi-Fi de visitantes',
    'o firewall deste computador: ele permite que outros dispositivos acessem essa porta',
  ],
  stream: 'Transmissão?',
  streamHint:
    'Uma tarja inferior (lower third) fica sobre o vídeo. Crie uma e adicione o endereço dela no OBS como fonte de navegador.',
  done: 'Concluído',
  open: 'A fazer',
  close: 'Fechar estes cartões',
  dismiss: 'Fechar este cartão',
};
