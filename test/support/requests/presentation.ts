import assert from 'node:assert/strict';
import sharp from 'sharp';
import { type Api, type ApiResponse, assertProblem, type JsonDocument } from './api.ts';

/** "/v1/organizations/{organization_id}" */
export const organizationRestPath = ({ owner }: Pick<Api, 'owner'>): string => `/v1/organizations/${owner.id}`;

/** Makes a deck, and demands success. */
export async function createDeck(client: Api, slides: readonly object[], title = 'Sunday'): Promise<ApiResponse> {
  const created = await client.post(`${organizationRestPath(client)}/decks`, { title, slides });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created;
}

export const deckPath = (client: Api, { id }: { id: string }): string => `${organizationRestPath(client)}/decks/${id}`;

export const publish = (client: Api, deck: { id: string }): Promise<ApiResponse> =>
  client.post(`${deckPath(client, deck)}/snapshots`, {});

/** Makes a deck and publishes it. */
export async function createSnapshot(client: Api, slides: readonly object[], title?: string): Promise<JsonDocument> {
  const published = await publish(client, (await createDeck(client, slides, title)).body);
  assert.equal(published.status, 201, JSON.stringify(published.body));
  return published.body;
}

type Colour = { r: number; g: number; b: number; alpha: number };

/** An image of one colour. */
export function paint(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif',
  { width = 64, height = 48, background = { r: 200, g: 30, b: 30, alpha: 1 } as Colour } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background } })
    .toFormat(format)
    .toBuffer();
}

export const upload = (client: Api, bytes: Uint8Array, type = 'image/png'): Promise<ApiResponse> =>
  client.request('POST', `${organizationRestPath(client)}/images`, { bytes, type });

/** Adds an image of one colour, each of another one; returns its description. */
export async function addImage(client: Api, red = 100): Promise<JsonDocument> {
  const uploaded = await upload(client, await paint('png', { background: { r: red, g: 90, b: 40, alpha: 1 } }));
  assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
  return uploaded.body;
}

/** The response is 422 with this code, and points at what is meant. */
export function assertPointer(response: ApiResponse, code: string, pointer: string): void {
  assertProblem(response, 422, code);
  assert.deepEqual(
    response.body.errors?.map((error: JsonDocument) => error.pointer),
    [pointer],
    JSON.stringify(response.body),
  );
}
