import type { ObsStrings } from '../en/obs.ts';

export const obs: ObsStrings = {
  hint: 'Die Konsole kann in OBS auf diesem Computer die Szene wechseln, wenn ein Vers, ein Lied oder nichts gezeigt wird.',
  openHint:
    'Schalten Sie in OBS den WebSocket-Server ein (Werkzeuge, WebSocket-Servereinstellungen). Dort steht sein Port. Die Konsole öffnet sich dann unter einer Adresse, die sich damit verbinden darf. Behalten Sie diese Adresse als Lesezeichen.',
  port: 'Port',
  open: 'Weiter',
  password: 'Passwort des WebSocket-Servers',
  passwordHint: 'Das Passwort bleibt in diesem Browser. Der Server von Lectern bekommt es nicht.',
  connect: 'Verbinden',
  disconnect: 'Trennen und Passwort vergessen',
  states: {
    off: (port) => `Nicht verbunden. Port: ${port}.`,
    connecting: (port) => `Verbindung zu OBS an Port ${port} …`,
    connected: (port) => `Mit OBS an Port ${port} verbunden.`,
    refused: (port) => `OBS an Port ${port} verlangt ein anderes Passwort.`,
    lost: (port) =>
      `OBS antwortet nicht an Port ${port}. Läuft es, und ist sein WebSocket-Server eingeschaltet? Die Konsole versucht es von selbst wieder.`,
  },
  contents: {
    scripture: 'Szene für einen Vers',
    song: 'Szene für Lieder und Folien',
    nothing: 'Szene, während nichts gezeigt wird',
  },
  keep: 'Szene lassen, wie sie ist',
  back: 'zurück zur Szene davor',
  missing: (scene) => `${scene} (nicht in OBS)`,
};
