import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ButtonCommand, ButtonState } from '../../contract/buttons.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { BUTTON_BODY_MAX_BYTES, BUTTON_WAIT_MAX_SECONDS, REFERENCE_MAX_CHARACTERS } from '../../contract/limits.ts';
import { PRINTABLE_PATTERN } from '../../contract/text-patterns.ts';
import { toButtonState } from '../../domain/button-links/button-answers.ts';
import type { ButtonControl } from '../../domain/button-links/button-control.ts';
import type { ButtonReads } from '../../domain/button-links/button-reads.ts';
import { CommandLimiter } from '../../domain/button-links/command-limiter.ts';
import { requireUsable } from '../../domain/button-links/require-usable.ts';
import { matchesKey } from '../../domain/key-cookies.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Plans } from '../../domain/plans/plans.ts';
import type { RemoteLinks } from '../../domain/remote-links/remote-links.ts';
import type { RemoteLinkWithCreator } from '../../storage/storage.ts';
import { parseButtonPath } from './button-path.ts';
import { toNowDocument } from './now-formats.ts';

export interface ButtonRouteDependencies {
  readonly links: RemoteLinks;
  readonly control: ButtonControl;
  readonly reads: ButtonReads;
  readonly summaries: LiveSummaries;
  readonly plans: Plans;
  readonly recordUse: (linkId: string) => void;
  /** Charges a request against the budget of an address. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
  /** Charges a wrong key, or only checks that the address has not sent too many. Rejects with `rate_limited`. */
  readonly chargeKey: (address: string, wrong: boolean) => Promise<void>;
  readonly toLecternError: (error: unknown) => LecternError;
}

type Target = NonNullable<ReturnType<typeof parseButtonPath>['target']>;

/** A request whose link may do what it asks for. */
interface AdmittedRequest {
  readonly link: RemoteLinkWithCreator;
  readonly target: Target;
}

const METHODS: Readonly<Record<Target['does'], readonly string[]>> = { read: ['GET', 'HEAD'], command: ['POST'] };
const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The most links whose keys a node knows after they were deleted. */
const OPENED_LINKS_MAX = 10_000;
const PRINTABLE = new RegExp(PRINTABLE_PATTERN, 'u');

/**
 * Adds the commands and reads of button links. [D74] One route serves all of `/b`, so that the budget of wrong keys and
 * the headers apply to every request. The checks are in the order of [D4]; the key takes the place of a credential.
 */
export async function addButtonRoutes(app: FastifyInstance, dependencies: ButtonRouteDependencies): Promise<void> {
  const { toLecternError } = dependencies;
  const limiter = new CommandLimiter();
  const opened: OpenedLinks = new LRUCache({ max: OPENED_LINKS_MAX });
  const admitted = new WeakMap<FastifyRequest, AdmittedRequest>();
  await app.register(async (scope) => {
    // A body of any kind is read and ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    for (const url of ['/b', '/b/*']) {
      scope.route({
        method: ALL_METHODS,
        url,
        exposeHeadRoute: false,
        schema: { hide: true },
        config: { absent: true },
        bodyLimit: BUTTON_BODY_MAX_BYTES,
        onRequest: async (request, reply) => {
          delete request.raw.headers['content-type'];
          reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
          const path = parseButtonPath((request.params as { '*'?: string })['*'] ?? '');
          const { target } = path;
          if (target?.does === 'read' && request.method !== 'OPTIONS') {
            reply.header('access-control-allow-origin', '*');
          }
          await dependencies.charge(request.ip);
          await dependencies.chargeKey(request.ip, false);
          if (target && !METHODS[target.does].includes(request.method)) {
            reply.header('allow', METHODS[target.does].join(', '));
            throw new LecternError('method_not_allowed');
          }
          const key = path.key ?? bearerKey(request.headers.authorization);
          const link = await requireLink({ ...dependencies, opened }, { linkId: path.linkId, key }, request.ip);
          if (target?.does === 'command' && !limiter.admit(link.id)) {
            throw new LecternError('rate_limited', undefined, { retryAfterSeconds: 1 });
          }
          if (!target) throw new LecternError('not_found', 'There is no such action.');
          if (target.does === 'command' && link.kind !== 'control') {
            throw new LecternError('forbidden', 'This link can only read what is shown.');
          }
          await requireUsable(dependencies.links, link.id);
          dependencies.recordUse(link.id);
          admitted.set(request, { link, target });
        },
        errorHandler: (error) => {
          const known = toLecternError(error);
          if (known.code !== 'body_too_large') throw known;
          throw new LecternError('body_too_large', 'A command can have a body of up to 1 KiB.');
        },
        handler: async (request, reply) => {
          const { link, target } = admitted.get(request)!;
          const query = request.query as Query;
          if (target.does === 'command') {
            const command = toCommand(target, query);
            return reply.send(await carryOut(dependencies, { link, requestId: request.id }, command));
          }
          const waitSeconds = parseWait(query);
          const after = requireSingle(query, 'after');
          const gone = new AbortController();
          reply.raw.once('close', () => gone.abort());
          const now = await dependencies.reads.read(link, { after, waitSeconds, signal: gone.signal });
          const { type, body } = toNowDocument(now, target.format);
          return reply.type(type).send(body);
        },
      });
    }
  });
}

async function carryOut(
  { control, summaries, plans }: ButtonRouteDependencies,
  call: Parameters<ButtonControl['run']>[0],
  command: ButtonCommand,
): Promise<ButtonState> {
  const state = await control.run(call, command);
  const [summary, entry] = await Promise.all([summaries.toSummary(state), plans.numberedEntry(state)]);
  return toButtonState(summary, entry);
}

/** The links that keys have opened, by id. Deleting a Live deletes its links. */
type OpenedLinks = LRUCache<string, Pick<RemoteLinkWithCreator, 'id' | 'hash'>>;

/**
 * Returns the link that the key opens. Rejects with `not_found`, which says as much about a wrong key as about a link
 * that has ended, and with `rate_limited`. Only a wrong key is charged: a program that keeps the key of an ended or
 * deleted link does not guess.
 */
async function requireLink(
  { links, chargeKey, opened }: ButtonRouteDependencies & { readonly opened: OpenedLinks },
  { linkId, key }: { readonly linkId: string; readonly key: string | null },
  address: string,
): Promise<RemoteLinkWithCreator> {
  const link = await links.findAny(linkId);
  const known = link ?? opened.get(linkId);
  const isRight = known !== undefined && key !== null && matchesKey(known, key);
  if (!isRight) await chargeKey(address, true);
  if (!isRight || !link || !links.isValid(link)) {
    throw new LecternError('not_found', 'There is no such button link, its key is another one, or it has ended.');
  }
  opened.set(link.id, { id: link.id, hash: link.hash });
  return link;
}

const bearerKey = (header: string | undefined): string | null => /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;

type Query = Readonly<Record<string, unknown>>;

/** Throws `invalid_fields`. */
function toCommand(target: Extract<Target, { does: 'command' }>, query: Query): ButtonCommand {
  if (target.action === 'entry') {
    if (target.number === null) throw invalidParameter('n', 'must be the number of an entry, from 1');
    return { action: 'entry', number: target.number };
  }
  if (target.action !== 'passage') return { action: target.action };
  const q = requireSingle(query, 'q')?.trim() ?? '';
  if (q === '' || q.length > REFERENCE_MAX_CHARACTERS || !PRINTABLE.test(q)) {
    throw invalidParameter('q', `must be a reference of 1 to ${REFERENCE_MAX_CHARACTERS} characters`);
  }
  return { action: 'passage', q };
}

/** Throws `invalid_fields`. */
function parseWait(query: Query): number {
  const text = requireSingle(query, 'wait') ?? `${BUTTON_WAIT_MAX_SECONDS}`;
  if (/^(0|[1-9]\d?)$/.test(text) && Number(text) <= BUTTON_WAIT_MAX_SECONDS) return Number(text);
  throw invalidParameter('wait', `must be a number of seconds from 0 to ${BUTTON_WAIT_MAX_SECONDS}`);
}

/** Throws `invalid_fields` for a repeated parameter. [D1] */
function requireSingle(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalidParameter(name, 'must occur once');
}

const invalidParameter = (parameter: string, message: string) =>
  new LecternError('invalid_fields', undefined, { errors: [{ parameter, message }] });
