import type { ConsoleStrings } from '../../en/console/index.ts';

export const firstStart: ConsoleStrings['firstStart'] = {
  type: 'Mostre um versículo',
  typeHint: 'Digite isto e veja à direita:',
  screen: 'Abra isto na tela grande',
  screenHint:
    'Escaneie ou digite o endereço lá. A tela mostra então um código: escaneie-o com o celular ou digite-o em "Nova saída".',
  onlyHere: 'Por enquanto só esta máquina o abre. Para outros aparelhos, pare o servidor e inicie com:',
  check: 'Nenhuma tela chegou ainda. O endereço está certo? Estão na mesma rede? O firewall deixa a porta passar?',
  stream: 'Transmissão?',
  streamHint: 'Um terço inferior fica sobre a sua imagem. Crie um e ponha o endereço no OBS como fonte de navegador.',
  done: 'Feito',
  open: 'Por fazer',
  close: 'Fechar estes cartões',
};
