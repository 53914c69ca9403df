export const obs = {
  hint: 'The console can change the scene of OBS on this computer when a verse, a song or nothing is shown.',
  openHint:
    'In OBS, turn on the WebSocket server (Tools, WebSocket Server Settings). Its port is listed there. The console then opens at an address that may connect to it. Keep this address as a bookmark.',
  port: 'Port',
  open: 'Continue',
  password: 'Password of the WebSocket server',
  passwordHint: 'The password stays in this browser. Lectern’s server does not get it.',
  connect: 'Connect',
  disconnect: 'Disconnect and forget the password',
  states: {
    off: (port: number) => `Not connected. Port: ${port}.`,
    connecting: (port: number) => `Connecting to OBS at port ${port} …`,
    connected: (port: number) => `Connected to OBS at port ${port}.`,
    refused: (port: number) => `OBS at port ${port} wants another password.`,
    lost: (port: number) =>
      `OBS does not respond at port ${port}. Is it running, with its WebSocket server turned on? The console tries again by itself.`,
  },
  contents: {
    scripture: 'Scene for a verse',
    song: 'Scene for songs and slides',
    nothing: 'Scene while nothing is shown',
  },
  keep: 'leave the scene as it is',
  back: 'back to the scene before',
  missing: (scene: string) => `${scene} (not in OBS)`,
};

export type ObsStrings = typeof obs;
