import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Version of obs-websocket that speaks protocol 5. */
const VERSION = { obsWebSocketVersion: '5.5.2', rpcVersion: 1 };
const SCENES_EVENTS = 1 << 2;
const NOT_FOUND = 600;
const UNKNOWN_REQUEST = 204;
const WRONG_AUTHENTICATION = 4009;
const NOT_IDENTIFIED = 4007;

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

export interface ObsStandIn {
  readonly port: number;
  /** The scenes that clients have set, in order. */
  readonly set: readonly string[];
  /** Number of attempts with a wrong password, or none. */
  readonly refused: number;
  /** Changes the scene as the person in OBS does. */
  pick(scene: string): void;
  /** Ends all connections and listens no more, until it is started again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Starts a stand-in for OBS that speaks protocol 5 of obs-websocket in JSON: the subprotocol, Hello with the challenge
 * of a password, Identify, Identified, close codes 4007 and 4009, the requests GetSceneList, GetCurrentProgramScene and
 * SetCurrentProgramScene, and the event CurrentProgramSceneChanged for those who subscribe to scenes. Every other
 * request gets the status of an unknown one. It has no batches, no MessagePack, no studio mode and no pictures.
 */
export async function startObsStandIn(scenes: readonly string[], password: string): Promise<ObsStandIn> {
  let server: WebSocketServer;
  let port = 0;
  let program = scenes[0]!;
  let refused = 0;
  const set: string[] = [];
  const subscribed = new Set<WebSocket>();
  const send = (socket: WebSocket, op: number, d: object) => socket.send(JSON.stringify({ op, d }));

  const change = (scene: string) => {
    program = scene;
    for (const socket of subscribed)
      send(socket, 5, {
        eventType: 'CurrentProgramSceneChanged',
        eventIntent: SCENES_EVENTS,
        eventData: { sceneName: scene, sceneUuid: scene },
      });
  };
  const respond = (type: string, data: { readonly sceneName?: string }): object | number => {
    switch (type) {
      case 'GetSceneList': {
        const listed = scenes.map((sceneName, at) => ({ sceneIndex: scenes.length - 1 - at, sceneName })).reverse();
        return { currentProgramSceneName: program, currentPreviewSceneName: null, scenes: listed };
      }
      case 'GetCurrentProgramScene':
        return { sceneName: program, currentProgramSceneName: program };
      case 'SetCurrentProgramScene':
        if (!scenes.includes(data.sceneName!)) return NOT_FOUND;
        set.push(data.sceneName!);
        // OBS reports the change as soon as the transition begins, before it responds.
        change(data.sceneName!);
        return {};
      default:
        return UNKNOWN_REQUEST;
    }
  };
  const connect = (socket: WebSocket) => {
    const [salt, challenge] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const expected = hash(hash(password + salt) + challenge);
    let isIdentified = false;
    socket.on('close', () => subscribed.delete(socket));
    socket.on('message', (content) => {
      const { op, d } = JSON.parse(String(content));
      if (op === 1) {
        if (d.authentication !== expected) {
          refused += 1;
          socket.close(WRONG_AUTHENTICATION, 'Authentication failed.');
          return;
        }
        isIdentified = true;
        if (((d.eventSubscriptions ?? SCENES_EVENTS) & SCENES_EVENTS) !== 0) subscribed.add(socket);
        send(socket, 2, { negotiatedRpcVersion: d.rpcVersion });
      } else if (!isIdentified) socket.close(NOT_IDENTIFIED, 'Not identified.');
      else if (op === 6) {
        const { requestType, requestId, requestData = {} } = d;
        const result = respond(requestType, requestData);
        const isDone = typeof result === 'object';
        const requestStatus = { result: isDone, code: isDone ? 100 : result };
        send(socket, 7, { requestType, requestId, requestStatus, ...(isDone && { responseData: result }) });
      }
    });
    send(socket, 0, { ...VERSION, authentication: { challenge, salt } });
  };
  const start = async () => {
    server = new WebSocketServer({
      host: '127.0.0.1',
      port,
      handleProtocols: (offered) => (offered.has('obswebsocket.json') ? 'obswebsocket.json' : false),
    });
    server.on('connection', connect);
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
  };
  await start();
  return {
    get port() {
      return port;
    },
    set,
    get refused() {
      return refused;
    },
    pick: change,
    start,
    async stop() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
