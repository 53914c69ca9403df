import { fetchEditions } from './fetch-editions.ts';
import type { NamedLive } from './fetch-lives.ts';
import type { Session } from './session.ts';

/**
 * Creates a Live of the owner. If the library has only one translation, the Live shows passages in it. Rejects with
 * LecternProblem, or with TypeError on a network error.
 */
export async function postLive(session: Session, name: string): Promise<NamedLive> {
  const { client, owner } = session;
  const body = { name };
  const { data, response } =
    owner.kind === 'organization'
      ? await client.POST('/v1/organizations/{organization_id}/lives', {
          params: { path: { organization_id: owner.id } },
          body,
        })
      : await client.POST('/v1/accounts/{account_id}/lives', { params: { path: { account_id: owner.id } }, body });
  try {
    await chooseOnlyTranslation(session, data.id, response.headers.get('etag') ?? '');
  } catch {
    // The Live exists. As long as it has no translation, the console and its settings say so and how to choose one.
  }
  return data;
}

async function chooseOnlyTranslation(session: Session, liveId: string, etag: string): Promise<void> {
  const [edition, ...others] = await fetchEditions(session);
  if (!edition || others.length > 0) return;
  await session.client.PATCH('/v1/lives/{live_id}/settings', {
    params: { path: { live_id: liveId }, header: { 'if-match': etag } },
    body: { translations: [edition.slug] },
  });
}
