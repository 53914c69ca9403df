import type { DevicesStrings } from '../en/devices.ts';
import { richText } from '../rich-text.ts';

export const devices: DevicesStrings = {
  page: {
    title: 'Dispositivos e chaves de acesso',
    devices: 'Onde você está conectado',
    devicesHint: 'Se não reconhecer um dispositivo, desconecte-o e altere sua senha.',
    unknownDevice: 'Navegador desconhecido',
    thisDevice: 'este dispositivo',
    since: (moment) => richText`Conectado desde ${moment}`,
    end: 'Desconectar',
    endOthers: 'Desconectar todos os outros',
    passkeys: 'Chaves de acesso',
    passkeysHint:
      'Com uma chave de acesso (passkey), você entra com a impressão digital, o rosto ou o PIN do dispositivo em vez de uma senha. Ela fica no seu dispositivo ou no seu gerenciador de senhas.',
    change: 'Alterar',
    notHere:
      'As chaves de acesso não estão disponíveis neste endereço. Os navegadores só as aceitam por HTTPS e em um nome de domínio.',
    onThisMachine:
      'Para experimentá-las só neste computador, inicie o Lectern como localhost, sem mudar as outras configurações. Enquanto ele funciona assim, não é possível conectar aplicativos.',
    signInAgain: 'Para adicionar uma chave de acesso, entre novamente. Assim sabemos que é você.',
    without: 'Este navegador não aceita chaves de acesso ou o JavaScript está desativado.',
    newPasskey: 'Nova chave de acesso',
    name: 'Nome',
    nameHint: 'Um nome que indique em qual dispositivo ela está.',
    add: 'Adicionar chave de acesso',
    done: {
      ended: 'O dispositivo foi desconectado.',
      others: 'Todos os outros dispositivos foram desconectados.',
      added: 'A chave de acesso foi adicionada. Você já pode entrar com ela.',
      removed: 'A chave de acesso foi removida. Não é mais possível entrar com ela.',
    },
  },
  passkey: {
    back: 'Dispositivos e chaves de acesso',
    name: 'Nome',
    wrongName: 'Digite um nome com 1 a 120 caracteres visíveis.',
    rename: 'Salvar nome',
    renamed: 'O nome foi alterado.',
    remove: 'Remover esta chave de acesso',
    removeMeans:
      'Não será mais possível entrar com ela. Os dispositivos conectados continuam conectados. Seu dispositivo talvez ainda a ofereça; exclua-a lá também.',
    removeNow: 'Remover chave de acesso',
    lastWayIn:
      'Esta é sua única forma de entrar. Defina uma senha ou adicione outra chave de acesso antes de remover esta.',
  },
  use: {
    created: (moment) => richText`Criada em ${moment}`,
    lastUsed: (moment) => richText`Último uso: ${moment}`,
    neverUsed: 'Nunca usada',
  },
};
