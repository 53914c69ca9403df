import type { FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import type { PhoneOrder } from '../../contract/phones.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { AudienceSecrets } from '../../domain/live/state/audience-secret.ts';
import type { PhoneOrders } from '../../domain/plans/phone-orders.ts';
import type { LiveState } from '../../storage/storage.ts';
import type { PageRoutes } from '../page-routes.ts';
import { readPassCookie } from '../pass-cookie.ts';
import type { Earlier } from './earlier.ts';
import type { PhoneTexts } from './phone-texts.ts';

interface PhoneRequest {
  Params: { live_id: string };
  Querystring: Record<string, string | string[] | undefined>;
}

interface ChapterRequest extends PhoneRequest {
  Params: PhoneRequest['Params'] & Record<'slug' | 'revision' | 'numbering' | 'book_id' | 'chapter', string>;
}

export interface PhoneDependencies {
  readonly lives: Pick<Lives, 'find'>;
  readonly secrets: AudienceSecrets;
  readonly earlier: Earlier;
  readonly orders: PhoneOrders;
  readonly texts: PhoneTexts;
  /** Charges the request of a chapter. Rejects with `rate_limited`. */
  readonly chargeText: (address: string) => Promise<void>;
}

const NO_ORDER: PhoneOrder = { name: null, data: [] };

/** Adds what reader pages request besides the stream. Each is admitted like the page. [D73] */
export function addPhoneRequests(
  routes: PageRoutes,
  { lives, secrets, earlier, orders, texts, chargeText }: PhoneDependencies,
): void {
  const admit = async (request: FastifyRequest<PhoneRequest> | FastifyRequest<ChapterRequest>): Promise<LiveState> => {
    const { live_id: liveId } = request.params;
    const state = await lives.find(liveId);
    if (!state) throw new LecternError('not_found');
    if (state.profile.restricted) throw new LecternError('processing_restricted');
    if (!secrets.admits(state.record, readPassCookie(request, 'live', liveId))) {
      throw new LecternError('forbidden', 'This Live requires its audience secret.');
    }
    return state;
  };
  const send = (reply: FastifyReply, json: string) => reply.type('application/json; charset=utf-8').send(json);
  const options = { ...routes.options, onSend: async (_: FastifyRequest, reply: FastifyReply) => keepNothing(reply) };
  const keptOptions = { ...routes.options, onSend: keepNothingElse };

  routes.app.get<PhoneRequest>('/l/:live_id/earlier', options, async (request, reply) => {
    const state = await admit(request);
    return send(reply, await earlier.page(state, readBefore(request.query.before)));
  });

  routes.app.get<PhoneRequest>('/l/:live_id/order', options, async (request, reply) =>
    send(reply, JSON.stringify(orders.find(await admit(request)) ?? NO_ORDER)),
  );

  routes.app.get<PhoneRequest>('/l/:live_id/texts', options, async (request, reply) =>
    send(reply, JSON.stringify({ data: await texts.list(await admit(request)) })),
  );

  routes.app.get<ChapterRequest>(
    '/l/:live_id/text/:slug/:revision/:numbering/:book_id/:chapter',
    keptOptions,
    async (request, reply) => {
      await chargeText(request.ip);
      const { slug, revision, numbering, book_id: book, chapter } = request.params;
      const found = await texts.chapter(await admit(request), {
        slug,
        revision,
        numbering,
        bookId: parseNumber(book),
        chapter: parseNumber(chapter),
      });
      if (!found) throw new LecternError('not_found', 'The edition is not offered as this, or has no such chapter.');
      reply.header('cache-control', found.caching).header('referrer-policy', 'no-referrer');
      return send(reply, found.json);
    },
  );
}

async function keepNothingElse(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.statusCode !== 200) keepNothing(reply);
}

function keepNothing(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
}

/** Returns the number of a book or chapter. Throws `not_found`. */
function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new LecternError('not_found');
  return Number(text);
}

/** Returns the number of the entry before which a page begins. Throws `invalid_fields`. */
function readBefore(before: string | string[] | undefined): number | null {
  if (before === undefined) return null;
  if (typeof before === 'string' && /^[1-9]\d{0,14}$/.test(before)) return Number(before);
  throw new LecternError('invalid_fields', undefined, {
    errors: [{ parameter: 'before', message: 'must be the id of an entry' }],
  });
}
