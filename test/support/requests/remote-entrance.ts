import type { RemoteState } from '../../../src/contract/remote.ts';
import type { TestLectern } from '../server/lectern.ts';
import type { ApiResponse } from './api.ts';
import { type KeyEntrance, keyEntrance } from './key-entrance.ts';
import type { AudienceStream } from './stream.ts';

/** The device of a person who steps with a remote link. [D68] */
export interface RemoteEntrance extends KeyEntrance {
  readonly id: string;
  step(cookie: string | undefined, body: object | string, headers?: Record<string, string>): Promise<ApiResponse>;
  hide(cookie: string | undefined, body: object | string, headers?: Record<string, string>): Promise<ApiResponse>;
}

/** `origin`: the node that is asked. */
export function remoteEntrance(origin: string, url: string): RemoteEntrance {
  const door = keyEntrance(origin, url);
  const write =
    (to: string) =>
    (cookie: string | undefined, body: object | string, headers = {}) =>
      door.send(to, body, { ...(cookie && { cookie }), ...headers });
  return { ...door, id: door.path.split('/').pop()!, step: write('step'), hide: write('hide') };
}

interface NewLink {
  readonly liveId: string;
  readonly userId: string;
  readonly name?: string;
  readonly hours?: number;
}

/** Makes a remote link as the console does, and returns its address. */
export async function createRemoteLink(
  { installation, url }: TestLectern,
  { liveId, userId, name = 'Pulpit', hours = 12 }: NewLink,
): Promise<string> {
  const { record } = (await installation.lives.find(liveId))!;
  const actor = {
    channel: 'page',
    userId,
    credentialId: null,
    operation: 'createRemoteLink',
    requestId: null,
  } as const;
  const { link, key } = await installation.remoteLinks.create(record, { name, hours }, actor);
  return `${url}/r/${link.id}#${key}`;
}

/** The next state that the stream sends. */
export const readRemoteState = async (stream: AudienceStream): Promise<RemoteState> =>
  JSON.parse((await stream.take(({ name }) => name === 'state')).data);

/** Why the stream has ended, which it must. */
export async function readRemoteEnd(stream: AudienceStream): Promise<string> {
  const { data } = await stream.take(({ name }) => name === 'ended');
  await stream.ended;
  return JSON.parse(data);
}
