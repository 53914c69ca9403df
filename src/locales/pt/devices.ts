import type { DevicesStrings } from '../en/devices.ts';
import { richText } from '../rich-text.ts';

export const devices: DevicesStrings = {
  page: {
    title: 'Dispositivos e chaves de acesso',
    devices: 'Onde você entrou',
    devicesHint: 'Se não reconhecer algum dispositivo, encerre a sessão dele e troque a sua senha.',
    unknownDevice: 'Navegador desconhecido',
    thisDevice: 'este dispositivo',
    since: (moment) => richText`Conectado desde ${moment}`,
    end: 'Encerrar',
    endOthers: 'Sair de todos os outros',
    passkeys: 'Chaves de acesso',
    passkeysHint:
      'Com uma chave de acesso (passkey) você entra usando o dedo, o rosto ou o PIN do dispositivo, sem senha. Ela fica no seu dispositivo ou no seu gerenciador de senhas.',
    change: 'Alterar',
    notHere:
      'Não é possível criar chaves de acesso neste endereço: os navegadores só as oferecem por HTTPS e com um nome de domínio.',
    onThisMachine:
      'Para experimentá-las só nesta máquina, inicie o Lectern com o nome localhost e mantenha as suas outras configurações, como a pasta de dados. Enquanto ele roda assim, não é possível conectar aplicativos.',
    signInAgain: 'Para adicionar uma chave de acesso, entre mais uma vez: assim sabemos que é mesmo você.',
    without: 'Este navegador não consegue criar chaves de acesso, ou os scripts estão desativados nele.',
    newPasskey: 'Nova chave de acesso',
    name: 'Nome',
    nameHint: 'Para você saber depois em qual dispositivo ela está.',
    add: 'Adicionar chave de acesso',
    done: {
      ended: 'A sessão naquele dispositivo foi encerrada.',
      others: 'As sessões em todos os outros dispositivos foram encerradas.',
      added: 'A chave de acesso está pronta. Você já pode entrar com ela.',
      removed: 'A chave de acesso foi removida. Ninguém mais pode entrar com ela.',
    },
  },
  passkey: {
    back: 'Dispositivos e chaves de acesso',
    name: 'Nome',
    wrongName: 'Um nome tem de 1 a 120 caracteres, e algo visível.',
    rename: 'Salvar o nome',
    renamed: 'O nome foi alterado.',
    remove: 'Remover esta chave de acesso',
    removeMeans:
      'Ninguém mais poderá entrar com ela. Os dispositivos já conectados continuam conectados. Talvez o seu dispositivo ainda a ofereça; apague-a lá também.',
    removeNow: 'Remover de vez',
    lastWayIn:
      'Esta é a sua única forma de entrar. Defina uma senha ou adicione outra chave de acesso e depois remova esta.',
  },
  use: {
    created: (moment) => richText`Criada em ${moment}`,
    lastUsed: (moment) => richText`Último uso: ${moment}`,
    neverUsed: 'Ainda não usada',
  },
};
