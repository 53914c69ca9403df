import type { ObsStrings } from '../en/obs.ts';

export const obs: ObsStrings = {
  hint: 'O console pode trocar a cena do OBS neste computador quando um versículo, uma música ou nada é mostrado.',
  openHint:
    'No OBS, ligue o servidor WebSocket (Ferramentas, Configurações do servidor WebSocket). A porta dele está ali. O console então abre em um endereço que pode se conectar a ele. Guarde esse endereço nos favoritos.',
  port: 'Porta',
  open: 'Continuar',
  password: 'Senha do servidor WebSocket',
  passwordHint: 'A senha fica neste navegador. O servidor do Lectern não a recebe.',
  connect: 'Conectar',
  disconnect: 'Desconectar e esquecer a senha',
  states: {
    off: (port) => `Não conectado. Porta: ${port}.`,
    connecting: (port) => `Conectando ao OBS na porta ${port} …`,
    connected: (port) => `Conectado ao OBS na porta ${port}.`,
    refused: (port) => `O OBS na porta ${port} pede outra senha.`,
    lost: (port) =>
      `O OBS não responde na porta ${port}. Ele está aberto, com o servidor WebSocket ligado? O console tenta de novo sozinho.`,
  },
  contents: {
    scripture: 'Cena para um versículo',
    song: 'Cena para músicas e slides',
    nothing: 'Cena enquanto nada é mostrado',
  },
  keep: 'deixar a cena como está',
  back: 'voltar à cena anterior',
  missing: (scene) => `${scene} (não está no OBS)`,
};
