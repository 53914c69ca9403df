import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { UsageError } from '../../src/cli/command.ts';
import { executeCommand } from '../../src/cli/execute.ts';
import { serveTools } from '../../src/cli/mcp/serve-tools.ts';
import { ASSISTANT_SCOPES, refuseToken } from '../../src/cli/mcp/token-rule.ts';
import { TOOLS } from '../../src/cli/mcp/tools.ts';
import { SCOPES, type Scope, SERVICE_SCOPES } from '../../src/contract/scopes.ts';
import { api, type JsonDocument } from '../support/requests/api.ts';
import { createGrant } from '../support/requests/grants.ts';
import { connectTerminal } from '../support/requests/organization-terminal.ts';
import { createPlan } from '../support/requests/plans.ts';
import { createDeck } from '../support/requests/presentation.ts';
import { openStream } from '../support/requests/stream.ts';
import { createTestUser, startCredential } from '../support/requests/tokens.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { smallEdition, type TestOwner } from '../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../support/server/suite-server.ts';
import { ROOT, runLectern } from './run-lectern.ts';

const SERVICE = ASSISTANT_SCOPES.filter((scope) => scope !== 'identity.read') as Scope[];
const EDITION = smallEdition('one', { 43: { 3: { 16: 'For God so loved', 17: 'For God sent' } } });

/** A call of each tool, with a part of what it returns. */
const CALLS: Readonly<
  Record<
    string,
    (ids: Record<string, string>) => { input?: object; see: (output: JsonDocument) => unknown; is: unknown }
  >
> = {
  list_lives: ({ live }) => ({ see: ({ data }) => data.map(({ id }: JsonDocument) => id), is: [live] }),
  list_translations: () => ({ see: ({ data }) => data[0], is: { slug: 'one', name: 'Edition one', language: 'en' } }),
  look_up: ({ live }) => ({
    input: { q: 'jn 3 16', live },
    see: ({ reading, data }) => [reading, data[0].texts[0].text],
    is: ['one', 'For God so loved'],
  }),
  read_chapter: () => ({
    input: { chapter: 'John 3', translations: ['one'] },
    see: ({ lines }) => lines.map(({ verse }: JsonDocument) => verse),
    is: [16, 17],
  }),
  search: () => ({ input: { translation: 'one', q: 'sent' }, see: ({ data }) => data[0].verse, is: 17 }),
  get_on_air: () => ({
    input: { live: 'main HALL' },
    see: ({ showing, focus }) => [showing, focus.texts[0].text],
    is: [true, 'For God so loved'],
  }),
  get_history: () => ({ see: ({ data }) => data[0].reference, is: 'John 3:16' }),
  list_plans: ({ plan }) => ({ see: ({ data }) => data.map(({ id }: JsonDocument) => id).includes(plan), is: true }),
  read_plan: ({ plan }) => ({ input: { plan_id: plan }, see: ({ entries }) => entries.length, is: 1 }),
  create_plan: () => ({
    input: {
      name: 'Sunday',
      date: '2026-12-06',
      entries: [{ kind: 'passage', title: 'Reading', passage: 'John 3:16' }],
    },
    see: ({ entries }) => [entries[0].passage, entries[0].problem],
    is: ['John 3:16', null],
  }),
  extend_plan: ({ plan, entry }) => ({
    input: { plan_id: plan, entries: [{ kind: 'heading', title: 'First' }], after_entry_id: entry },
    see: ({ entries }) => entries.map(({ title, note }: JsonDocument) => [title, note]),
    is: [
      ['Opening', 'two\nlines'],
      ['First', ''],
    ],
  }),
  read_outline: ({ deck }) => ({
    input: { text: 'Begrüßung\nJohannes 3,16-17\nSong: Amazing Grace\nMk 99,1', language: 'de' },
    see: (output) => output,
    is: {
      entries: [
        { kind: 'heading', title: 'Begrüßung' },
        {
          kind: 'passage',
          title: 'Johannes 3,16-17',
          passage: [{ book_id: 43, chapter: 3, verse: 16, end_verse: 17 }],
        },
        { kind: 'deck', title: 'Amazing Grace', deck_id: deck, note: 'Song' },
        { kind: 'passage', title: 'Markus 99,1', passage: [{ book_id: 41, chapter: 99, verse: 1 }] },
      ],
      missing: ['Markus 99,1'],
      left_out: [],
    },
  }),
};

describe('[D75] lectern mcp', () => {
  const world = useInProcessServer({ editions: [EDITION] });

  /** Creates a Live that shows a passage, has a plan, and an owner with another plan and a deck. */
  async function prepare() {
    const live = await world.openLive({ name: 'Main hall' });
    await live.push('John 3:16');
    const owner = api(world.lectern, live.owner);
    const { body: plan } = await createPlan(owner, [{ kind: 'heading', title: 'Opening', note: 'two\nlines' }]);
    const { body: attached } = await createPlan(owner, [{ kind: 'heading', title: 'Welcome' }]);
    await live.write('PUT', '/plan', { plan_id: attached.id });
    const { body: deck } = await createDeck(owner, [], 'Amazing Grace');
    const ids = { live: live.liveId, plan: plan.id, entry: plan.entries[0].id, attached: attached.id, deck: deck.id };
    return { live, ids };
  }

  const createToken = async ({ id }: { id: string }, scopes: readonly Scope[] = SERVICE) =>
    world.lectern.installation.administration.createToken({ subject: { organization: id }, scopes: [...scopes] });

  /** Connects the real client to the tools, through streams of this process. */
  async function connect(t: TestContext, token: string, checkMs?: number, server = world.url) {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const logged: string[] = [];
    const log = (line: string) => logged.push(line);
    const access = { server, token, organization: undefined };
    const ended = serveTools(access, 'Log in again.', { stdin, stdout, log }, checkMs);
    ended.catch(() => {});
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioServerTransport(stdout, stdin));
    t.after(async () => {
      stdin.end();
      await ended.catch(() => {});
      await client.close();
    });
    const call = async (name: string, input: object = {}) => {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...input } });
      return {
        output: structuredContent as JsonDocument,
        isError: isError === true,
        text: (content as JsonDocument)[0].text,
      };
    };
    return { client, call, ended, logged };
  }

  /** Returns what operators and viewers can see of a Live. */
  const seen = async (live: OwnedLive) => ({
    now: (await live.call('GET', '/now')).body,
    display: (await live.call('GET', '/display')).body,
  });

  it('when tools are listed, then each is described, bounded and says whether it writes', async (t) => {
    const { live } = await prepare();
    const { client } = await connect(t, (await createToken(live.owner)).token);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(CALLS).sort());
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      assert.ok(title && description, name);
      assert.equal(inputSchema.additionalProperties, false, name);
      assert.equal(outputSchema?.type, 'object', name);
      const writes = ['create_plan', 'extend_plan'].includes(name);
      assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [!writes, false], name);
      for (const field of Object.values(inputSchema.properties ?? {}) as JsonDocument[]) {
        const bounds = ['maxLength', 'maxItems', 'maximum', 'enum', 'format', 'pattern'];
        assert.ok(
          bounds.some((bound) => bound in field),
          `${name}: ${JSON.stringify(field)}`,
        );
      }
    }
  });

  it('when every tool is called, then it succeeds, and neither the Live nor its stream changes', async (t) => {
    const { live, ids } = await prepare();
    const { call } = await connect(t, (await createToken(live.owner)).token);
    const stream = await openStream(world.url, live.liveId);
    t.after(() => stream.close());
    await stream.takeState();
    const [before, events] = [await seen(live), stream.events.length];
    for (const { name } of TOOLS) {
      const { input, see, is } = CALLS[name]!(ids);
      const { output, isError, text } = await call(name, input);
      assert.equal(isError, false, `${name}: ${text}`);
      assert.deepEqual(see(output), is, name);
      assert.deepEqual(JSON.parse(text), output, name);
      assert.deepEqual(await seen(live), before, name);
    }
    for (const input of [{ plan_id: ids.attached, entries: [{ kind: 'heading', title: 'Late' }] }]) {
      const { isError, text } = await call('extend_plan', input);
      assert.deepEqual([isError, /insufficient_scope/.test(text)], [true, true], text);
    }
    assert.deepEqual(await seen(live), before);
    const later = stream.events.slice(events).filter(({ name }) => name === 'state' || name === 'change');
    assert.deepEqual(later, []);
  });

  it('when a personal account is read, then its Lives, translations and plans are', async (t) => {
    const user = await createTestUser(world.lectern);
    await user.put(`/v1/accounts/${user.owner.id}/translations/one`);
    const { token } = await startCredential(world.lectern, user.owner, { scopes: [...ASSISTANT_SCOPES] as Scope[] });
    await world.openLive({ name: 'Study' }, user.owner);
    const { call } = await connect(t, token);
    assert.deepEqual((await call('list_lives')).output.data.length, 1);
    assert.deepEqual((await call('search', { translation: 'one', q: 'sent' })).output.total, 1);
    assert.deepEqual((await call('create_plan', { name: 'Study' })).output.entries, []);
    assert.deepEqual((await call('read_outline', { text: 'Jn 3:16' })).output.entries[0].title, 'John 3:16');
  });

  it('when the server or the schema refuses a call, then it is a tool error with the detail', async (t) => {
    const { live } = await prepare();
    await world.openLive({ name: 'Chapel' }, live.owner);
    const { call } = await connect(
      t,
      (
        await createToken(
          live.owner,
          SERVICE.filter((each) => each !== 'plan.update'),
        )
      ).token,
    );
    const refusals: readonly (readonly [string, object, RegExp])[] = [
      ['read_plan', { plan_id: 'none' }, /\(not_found\)/],
      ['create_plan', { name: 'Sunday' }, /plan\.update.*\(insufficient_scope\)/],
      ['get_on_air', {}, /Choose a Live: .*"Chapel"/],
      ['get_on_air', { live: 'Attic' }, /no Live "Attic"/],
      ['read_chapter', { live: 'Chapel', chapter: 'nothing' }, /no chapter/],
      ['search', { translation: 'two', q: 'x' }, /\(\w+\)/],
      ['look_up', { q: 'x'.repeat(201) }, /must NOT have more than 200 characters/],
      ['list_plans', { limit: 0 }, /must be >= 1/],
      ['create_plan', { name: 'x', entries: Array(201).fill({ kind: 'heading', title: 'x' }) }, /more than 200 items/],
      ['list_lives', { token: 'x' }, /additional properties/],
    ];
    for (const [name, input, message] of refusals) {
      const { isError, text } = await call(name, input);
      assert.equal(isError, true, name);
      assert.match(text, message, name);
    }
  });

  it('when several programs extend a plan at once, then all entries are there', async (t) => {
    const { live, ids } = await prepare();
    const { call } = await connect(t, (await createToken(live.owner)).token);
    const added = ['a', 'b', 'c'].map((title) =>
      call('extend_plan', { plan_id: ids.plan, entries: [{ kind: 'heading', title }] }),
    );
    for (const { isError, text } of await Promise.all(added)) assert.equal(isError, false, text);
    const { output } = await call('read_plan', { plan_id: ids.plan });
    assert.deepEqual(output.entries.map(({ title }: JsonDocument) => title).sort(), ['Opening', 'a', 'b', 'c']);
  });

  /** Runs the command with a token. Standard output must stay empty. */
  async function run(token: string | undefined, words: readonly string[] = ['--server', world.url]) {
    const env = { XDG_CONFIG_HOME: createDataDirectory(), ...(token !== undefined && { LECTERN_TOKEN: token }) };
    const { code, stdout, stderr } = await runLectern(['mcp', ...words], { dataDir: 'none', env });
    assert.equal(stdout, '');
    return { code, stderr };
  }

  const RECOVERY = /lectern -- login --server \S+ --organization \S+ --scopes translation\.list,.*plan\.update/;

  it('when a token has any other scope, then it is refused with exit 2, which says what to do', async () => {
    const { live } = await prepare();
    const others = SCOPES.filter((scope) => !ASSISTANT_SCOPES.includes(scope));
    assert.equal(others.length + ASSISTANT_SCOPES.length, SCOPES.length);
    for (const scope of others) {
      assert.match(
        refuseToken({ kind: 'personal', id: 'x', scopes: [scope], expires_at: null })!,
        /allows more/,
        scope,
      );
      if (!SERVICE_SCOPES.includes(scope)) continue;
      const { code, stderr } = await run((await createToken(live.owner, [...SERVICE, scope])).token);
      assert.equal(code, 2, scope);
      assert.ok(stderr.includes(`more than an assistant may have: ${scope}.`), stderr);
      assert.match(stderr, RECOVERY);
    }
    for (const scope of ASSISTANT_SCOPES) {
      assert.equal(refuseToken({ kind: 'service', id: 'x', scopes: [scope as Scope], expires_at: null }), null, scope);
    }
  });

  it('when a token is missing, ended, delegated or allows everything, then the exit code is 2', async () => {
    const { live } = await prepare();
    const user = await createTestUser(world.lectern);
    const ended = await startCredential(world.lectern, live.owner, {
      scopes: SERVICE,
      expiresAt: '2026-01-01T00:00:00.000Z',
    });
    const { access } = await createGrant(world.lectern, user, { scopes: ['identity.read', 'live.get'] });
    const { access: silent } = await createGrant(world.lectern, user, { scopes: ['live.get'] });
    const cases: readonly (readonly [string | undefined, RegExp])[] = [
      [undefined, /no saved login/],
      [ended.token, /does not accept the token/],
      ['nonsense', /does not accept the token/],
      [access, /connected app/],
      [silent, /may not read about itself/],
      [user.owner.token, /allows everything/],
      [live.owner.token, /allows/],
    ];
    for (const [token, message] of cases) {
      const { code, stderr } = await run(token);
      assert.deepEqual([code, message.test(stderr), RECOVERY.test(stderr)], [2, true, true], stderr);
    }
    const { token } = await createToken(live.owner);
    assert.deepEqual((await run(token, [])).code, 2);
    const foreign = await run(token, ['--json', '--server', world.url, '--organization', 'other']);
    assert.deepEqual([foreign.code, /not one of the organization other/.test(foreign.stderr)], [2, true]);
    assert.deepEqual((await run(token, ['--server', 'http://127.0.0.1:9'])).code, 1);
    assert.deepEqual((await run(token)).code, 0, 'standard input has ended');
  });

  it('when the token of login --organization --scopes ends, then so does the program', async (t) => {
    const user = await createTestUser(world.lectern);
    const { administration } = world.lectern.installation;
    const { organizationId: id } = await administration.createOrganization({ name: 'Church', ownerEmail: user.email });
    const { owner, issued } = await connectTerminal(world.lectern, user, { id }, { scopes: SERVICE });
    const { call, ended, logged } = await connect(t, owner.token, 20);
    assert.equal((await call('list_lives')).isError, false);
    assert.match(logged[0]!, /^Serving Church on http/);
    assert.equal((await user.delete(`/v1/me/tokens/${issued.id}`, { token: owner.token })).status, 204);
    await assert.rejects(
      ended,
      (error) => error instanceof UsageError && /does not accept the token/.test(error.message),
    );
  });

  it('when the server does not respond, then tools and the log say so, and the program goes on', async (t) => {
    const { live } = await prepare();
    const proxy = createServer((request, response) => {
      void fetch(`${world.url}${request.url}`, { headers: { authorization: request.headers.authorization! } })
        .then(async (given) => response.writeHead(given.status).end(await given.text()))
        .catch((error) => response.destroy(error));
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const server = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { call, logged } = await connect(t, (await createToken(live.owner)).token, 20, server);
    assert.equal((await call('list_lives')).isError, false);
    proxy.close();
    proxy.closeAllConnections();
    assert.match((await call('list_lives')).text, /does not respond/);
    while (!logged.at(-1)!.startsWith('The token could not be checked')) await sleep(5);
    assert.match((await call('list_plans')).text, /does not respond/);
  });

  it('[D42] when the owner is restricted, then tools and the log say so, and afterwards the tools work again', async (t) => {
    const { live } = await prepare();
    const { call, logged } = await connect(t, (await createToken(live.owner)).token, 20);
    await executeCommand(world.lectern.installation, 'account restrict', { id: live.owner.id });
    while (!logged.at(-1)!.startsWith('The token could not be checked')) await sleep(5);
    assert.match((await call('list_plans')).text, /\(processing_restricted\)/);
    await executeCommand(world.lectern.installation, 'account unrestrict', { id: live.owner.id });
    assert.equal((await call('list_plans')).isError, false);
  });

  it('when a message is longer than the tools take, then the program ends and says why', async () => {
    const { live } = await prepare();
    const { token } = await createToken(live.owner);
    const [stdin, logged] = [new PassThrough(), [] as string[]];
    const streams = { stdin, stdout: new PassThrough(), log: (line: string) => logged.push(line) };
    const ended = serveTools({ server: world.url, token, organization: undefined }, '', streams);
    stdin.write('x'.repeat(1024 * 1024 + 1));
    await ended;
    assert.match(logged.at(-1)!, /^Error: .*exceed/);
  });

  it('when a client starts the program with a saved login, then standard output carries the protocol alone', async () => {
    const { live, ids } = await prepare();
    const { token } = await createToken(live.owner);
    const folder = createDataDirectory();
    mkdirSync(join(folder, 'lectern'), { recursive: true });
    const { id } = live.owner as TestOwner;
    const saved = {
      server: world.url,
      id: 'x',
      token,
      scopes: SERVICE,
      expires_at: '',
      organization: { id, name: 'x' },
    };
    writeFileSync(join(folder, 'lectern/credentials.json'), JSON.stringify({ credentials: [saved] }));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'bin/lectern.mjs'), 'mcp'],
      env: { ...process.env, XDG_CONFIG_HOME: folder } as Record<string, string>,
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr!.on('data', (chunk) => {
      stderr += chunk;
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const broken: Error[] = [];
    client.onerror = (error) => broken.push(error);
    await client.connect(transport);
    assert.equal(client.getServerVersion()?.name, 'lectern');
    const { structuredContent } = await client.callTool({ name: 'read_plan', arguments: { plan_id: ids.plan } });
    assert.equal((structuredContent as JsonDocument).name, 'Sunday');
    await client.close();
    assert.deepEqual(broken, []);
    assert.match(stderr, /^Serving Organization on http:\/\/127\.0\.0\.1:\d+ to an assistant\.\n$/);
  });
});
