import type { LinksStrings } from '../en/links.ts';

export const links: LinksStrings = {
  hint: 'Um link vale para uma sala, sem conta, e expira. Uma pessoa com celular avança e oculta, botões enviam comandos, e programas como o vMix leem o que é mostrado.',
  kind: 'Para',
  kinds: {
    remote: 'pessoa com celular',
    control: 'botões e scripts',
    data: 'programas que só leem',
  },
  name: 'Nome',
  defaultNames: { remote: 'Pregador', control: 'Stream Deck', data: 'vMix' },
  lasts: 'Duração',
  endOfSunday: 'até o fim de domingo',
  hours: (count) => (count === 1 ? '1 hora' : `${count} horas`),
  days: (count) => (count === 1 ? '1 dia' : `${count} dias`),
  create: 'Criar link',
  none: 'Nenhum link ainda.',
  listed: { remote: 'controle', control: 'botões', data: 'só lê' },
  madeBy: (name) => `por ${name}`,
  until: (time) => `até ${time}`,
  open: (count) => (count === 1 ? 'aberto em 1 dispositivo' : `aberto em ${count} dispositivos`),
  used: (time) => `último uso: ${time}`,
  end: 'Encerrar',
  examples: {
    once: 'Copie agora o que você precisa. A chave não será mostrada de novo.',
    header: 'Com a chave em um cabeçalho',
    headerHint:
      'Envie uma solicitação POST ao endereço, com o cabeçalho. Em vez de next, você pode enviar previous, show, hide, toggle, undo, return, go (o próximo item do roteiro), entry/3 ou passage?q=Jo+3:16.',
    address: 'Endereço',
    streamDeck: 'Cabeçalho, por exemplo para uma solicitação web do Stream Deck',
    companion: 'Cabeçalho no Companion (Generic: HTTP Requests, POST)',
    homeAssistant: 'Home Assistant (configuration.yaml)',
    shell: 'Shell',
    inAddress: 'Com a chave no endereço',
    inAddressHint:
      'Para programas que não conseguem definir um cabeçalho. A chave fica então em históricos, em registros de proxies e em capturas de tela, e quem tem o endereço pode usá-lo.',
    read: 'Ler o que é mostrado',
    readHint:
      'Para o vMix (como fonte de dados), scripts do OBS e outros. Enquanto nada é mostrado, os campos ficam vazios.',
  },
};
