/** Fields of the connection, as Companion stores them. Any of them may be missing or hold anything. */
export type LecternConfig = { connect?: string; address?: string; room?: string; link?: string };
export type LecternSecrets = { token?: string; key?: string };

export type RoomSettings =
  | { readonly by: 'token'; readonly baseUrl: string; readonly liveId: string; readonly token: string }
  | { readonly by: 'link'; readonly linkUrl: string; readonly key: string };

/** Error for settings with which no connection is possible. Its message says what to enter. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
}

const ADDRESS_MAX_CHARACTERS = 500;
const ID = /^[\w-]{1,64}$/;
const SECRET = /^[\w-]{1,300}$/;
const LINK_PATH = /^(?<prefix>.*)\/b\/(?<id>[\w-]{1,64})(?<rest>\/.*)?$/;
const KEY_PREFIX = 'btn_';

/** Reads the fields of the connection. Throws SettingsProblem. */
export function readRoomSettings(config: LecternConfig, secrets: LecternSecrets | undefined): RoomSettings {
  return config.connect === 'token'
    ? readTokenSettings(config, secrets ?? {})
    : readLinkSettings(config, secrets ?? {});
}

function readTokenSettings(config: LecternConfig, secrets: LecternSecrets): RoomSettings {
  const { origin, pathname } = readAddress(
    config.address,
    'Enter the address of the server, such as https://lectern.example.org.',
  );
  // People copy the address of the console, which ends with the id.
  const liveId =
    toText(config.room)
      .replace(/[?#].*$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? '';
  if (!ID.test(liveId))
    throw new SettingsProblem('Enter the id of the room. It is the end of the address of its console.');
  const token = toText(secrets.token);
  if (!SECRET.test(token)) throw new SettingsProblem('Enter a service token.');
  return { by: 'token', baseUrl: origin + pathname.replace(/\/+$/, ''), liveId, token };
}

function readLinkSettings(config: LecternConfig, secrets: LecternSecrets): RoomSettings {
  const hint = 'Enter the address of the button link, such as https://lectern.example.org/b/LINK.';
  const { origin, pathname } = readAddress(config.link, hint);
  const { prefix, id, rest } = LINK_PATH.exec(pathname)?.groups ?? {};
  if (id === undefined) throw new SettingsProblem(hint);
  if (rest?.startsWith(`/${KEY_PREFIX}`)) {
    throw new SettingsProblem('Move the key from the address into its own field, where Companion keeps it secret.');
  }
  const key = toText(secrets.key);
  if (!SECRET.test(key) || !key.startsWith(KEY_PREFIX)) {
    throw new SettingsProblem(`Enter the key of the button link. It begins with ${KEY_PREFIX}.`);
  }
  return { by: 'link', linkUrl: `${origin}${prefix}/b/${id}`, key };
}

function readAddress(text: string | undefined, hint: string): URL {
  const address = toText(text);
  const url = address.length <= ADDRESS_MAX_CHARACTERS ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new SettingsProblem(hint);
  return url;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
