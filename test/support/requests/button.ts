import type { LinkKind } from '../../../src/storage/storage.ts';
import type { TestLectern } from '../server/lectern.ts';
import { type ApiResponse, type RequestHeaders, sendRequest } from './api.ts';

/** A device or program with a button link. [D74] */
export interface TestButton {
  readonly id: string;
  readonly key: string;
  /** Sends a request with the key in the header. `path` is what follows the id. */
  send(method: string, path: string, options?: ButtonRequest): Promise<ApiResponse>;
  /** Sends a command, with the key in the header. */
  press(action: string, headers?: RequestHeaders): Promise<ApiResponse>;
  /** Reads what is shown, with the key in the address. */
  read(path?: string): Promise<ApiResponse>;
}

interface ButtonRequest {
  readonly headers?: RequestHeaders;
  readonly body?: string;
}

interface NewButton {
  readonly liveId: string;
  readonly userId: string;
  readonly kind?: LinkKind;
  readonly name?: string;
  readonly hours?: number;
}

/** Makes a button link as the console does. `origin` is the node that is asked. */
export async function createButton(
  { installation, url }: TestLectern,
  { liveId, userId, kind = 'control', name = 'Desk', hours }: NewButton,
  origin = url,
): Promise<TestButton> {
  const { record } = (await installation.lives.find(liveId))!;
  const operation = 'createButtonLink';
  const actor = { channel: 'page', userId, credentialId: null, operation, requestId: null } as const;
  const { link, key } = await installation.buttonLinks.create(record, { name, kind, hours }, actor);
  return buttonAt(origin, link.id, key);
}

export function buttonAt(origin: string, id: string, key: string): TestButton {
  const send = (method: string, path: string, { headers = {}, body }: ButtonRequest = {}) =>
    sendRequest(origin, method, `/b/${id}/${path}`, body, { authorization: `Bearer ${key}`, ...headers });
  return {
    id,
    key,
    send,
    press: (action, headers = {}) => send('POST', action, { headers }),
    read: (path = 'now') => sendRequest(origin, 'GET', `/b/${id}/${key}/${path}`),
  };
}
