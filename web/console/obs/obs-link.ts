import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { OBSWebSocket, OBSWebSocketError } from 'obs-websocket-js/json';
import { CONSOLE_OBS_PARAMETER, readObsPort } from '../../../src/contract/console-page.ts';
import type { LiveControl } from '../live/live-control.ts';
import {
  advanceObs,
  type Content,
  NEW_OBS_MODEL,
  type ObsInput,
  obsRetryDelay,
  type SceneChoice,
  toContent,
} from './obs-machine.ts';
import { keepObsSettings, type ObsSettings, readObsSettings, SCENE_MAX } from './obs-settings.ts';

/** `refused`: OBS wants another password. */
type ObsState = 'off' | 'connecting' | 'connected' | 'refused' | 'lost';

/** Connection of this page with OBS on the same computer. */
export interface ObsLink {
  /** Port of OBS in the address of the page. Null: the policy of the page allows no connection. */
  readonly port: number | null;
  readonly state: ReadonlySignal<ObsState>;
  readonly settings: ReadonlySignal<ObsSettings>;
  readonly scenes: ReadonlySignal<readonly string[]>;
  connect(password: string): void;
  /** Ends the connection and forgets the password. */
  disconnect(): void;
  choose(content: Content, choice: SceneChoice): void;
  close(): void;
}

const RESPONSE_MS = 10_000;
const SCENES_MAX = 500;
const WRONG_PASSWORD_CODE = 4009;

const links = new WeakMap<LiveControl, ObsLink>();

/** Returns the connection with OBS of a console, which is opened when it is first asked for. */
export function obsLinkOf(live: LiveControl): ObsLink {
  const link = links.get(live) ?? openObsLink(live);
  links.set(live, link);
  return link;
}

function openObsLink(live: Pick<LiveControl, 'now'>): ObsLink {
  const port = readObsPort(new URLSearchParams(location.search).get(CONSOLE_OBS_PARAMETER));
  const settings = signal(readObsSettings());
  const state = signal<ObsState>('off');
  const scenes = signal<readonly string[]>([]);
  let model = { ...NEW_OBS_MODEL, choices: settings.peek().choices };
  let attempt: AbortController | null = null;
  let obs: OBSWebSocket | null = null;

  const dispatch = (input: ObsInput) => {
    const { model: next, set } = advanceObs(model, input);
    model = next;
    scenes.value = next.scenes;
    if (set !== null && obs) void setScene(obs, set);
  };
  const setScene = async (of: OBSWebSocket, scene: string) => {
    try {
      await within(of.call('SetCurrentProgramScene', { sceneName: scene }));
    } catch {
      // OBS has no such scene any more, or is away: the person sees its own state.
      dispatch({ type: 'refused', scene });
    }
  };
  const readScenes = async (of: OBSWebSocket) => {
    const list = await within(of.call('GetSceneList'));
    dispatch({ type: 'connected', scenes: toNames(list.scenes), current: list.currentProgramSceneName });
  };

  /** Connects once and returns when the connection has ended. Rejects if there was none. */
  const connectOnce = async (password: string, signal: AbortSignal): Promise<void> => {
    // Loaded with the first connection: the dialog, which most people never open, does without.
    const { OBSWebSocket: Socket, EventSubscription } = await import('obs-websocket-js/json');
    if (signal.aborted) return;
    const socket = new Socket();
    const closed = new Promise<void>((resolve) => socket.once('ConnectionClosed', () => resolve()));
    const end = () => void socket.disconnect();
    signal.addEventListener('abort', end);
    try {
      const eventSubscriptions = EventSubscription.Scenes | EventSubscription.Config;
      await within(socket.connect(`ws://127.0.0.1:${port}`, password || undefined, { eventSubscriptions }));
      if (signal.aborted) return;
      obs = socket;
      socket.on('CurrentProgramSceneChanged', ({ sceneName }) => dispatch({ type: 'changed', scene: sceneName }));
      socket.on('SceneListChanged', (list) => dispatch({ type: 'scenes', scenes: toNames(list.scenes) }));
      // Without the new scenes, the connection is of no use.
      socket.on('CurrentSceneCollectionChanged', () => void readScenes(socket).catch(end));
      await readScenes(socket);
      if (signal.aborted) return;
      state.value = 'connected';
      await closed;
    } finally {
      signal.removeEventListener('abort', end);
      end();
      // Another attempt may have begun since this one was ended.
      if (!signal.aborted) {
        obs = null;
        dispatch({ type: 'disconnected' });
      }
    }
  };
  const stayConnected = async (password: string, signal: AbortSignal) => {
    let failures = 0;
    state.value = 'connecting';
    while (!signal.aborted) {
      try {
        await connectOnce(password, signal);
        failures = 0;
      } catch (error) {
        if (!signal.aborted && (error as Partial<OBSWebSocketError>).code === WRONG_PASSWORD_CODE) {
          state.value = 'refused';
          return;
        }
      }
      if (signal.aborted) return;
      state.value = 'lost';
      failures += 1;
      await pause(obsRetryDelay(failures), signal);
    }
  };

  const stop = () => {
    attempt?.abort();
    attempt = null;
    obs = null;
    dispatch({ type: 'disconnected' });
    state.value = 'off';
  };
  const start = () => {
    stop();
    const { password } = settings.peek();
    if (password === null || port === null) return;
    attempt = new AbortController();
    void stayConnected(password, attempt.signal);
  };
  const keep = (next: ObsSettings) => {
    settings.value = next;
    keepObsSettings(next);
  };
  const stopFollowing = effect(() => {
    const now = live.now.value;
    if (now) dispatch({ type: 'content', content: toContent(now) });
  });
  start();

  return {
    port,
    state,
    settings,
    scenes,
    connect(password) {
      keep({ ...settings.peek(), password });
      start();
    },
    disconnect() {
      keep({ ...settings.peek(), password: null });
      stop();
    },
    choose(content, choice) {
      const choices = { ...settings.peek().choices, [content]: choice };
      keep({ ...settings.peek(), choices });
      dispatch({ type: 'choices', choices });
    },
    close() {
      stopFollowing();
      stop();
    },
  };
}

/** Returns the names of scenes as OBS lists them, the first on top. Its lists begin with the last. */
function toNames(scenes: readonly { readonly sceneName?: unknown }[]): readonly string[] {
  const names = scenes.map(({ sceneName }) => sceneName);
  return names
    .filter((name) => typeof name === 'string' && name.length <= SCENE_MAX)
    .slice(-SCENES_MAX)
    .reverse() as string[];
}

/** Rejects if there is no response in time, which happens when the connection ends. */
function within<Value>(response: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('OBS does not respond.')), RESPONSE_MS);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}

/** Resolves after a time, or as soon as the signal ends it. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
