import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import { PAGE_ENGINES, startTestLectern } from '../../support/server/lectern.ts';
import { type SmtpServer, startSmtpServer } from '../../support/server/smtp-server.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const HOUR_MS = 3_600_000;
let serial = 0;

for (const engine of PAGE_ENGINES) {
  describe(`recovery by e-mail on ${engine}`, () => {
    let smtp: SmtpServer;
    let now = Date.now();
    before(async () => {
      smtp = await startSmtpServer();
    });
    const { lectern } = useInProcessServer({
      engine,
      settings: () => ({
        LECTERN_SMTP_URL: smtp.url,
        LECTERN_MAIL_FROM: 'lectern@example.org',
        LECTERN_TRUSTED_PROXIES: '127.0.0.1',
      }),
      clock: () => now,
    });
    after(() => smtp.close());

    const open = (language = 'en') =>
      new BrowserAgent(lectern.config.publicUrl, {
        'accept-language': language,
        'x-forwarded-for': `192.0.2.${(serial % 200) + 1}`,
      });
    const createPerson = async () => {
      const email = `recovered-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Ádám', password: 'the old password' });
      return email;
    };
    const ask = async (browser: BrowserAgent, email: string, query = '') =>
      browser.submit(await browser.get(`/recover${query}`), { email }, '/recover');
    const linkIn = (text: string) => /https?:\/\/\S+\/link\/\S+/.exec(text)![0];

    it('when recovery is requested, then a link is sent that sets a new password and goes on where the user was going', async () => {
      const email = await createPerson();
      const browser = open();
      const asked = await ask(browser, email, '?next=/account/apps');
      assert.equal(asked.status, 303);
      assert.match((await browser.follow(asked)).text, /a message is on its way/);
      const message = await smtp.next();
      assert.deepEqual([message.from, message.to], ['lectern@example.org', email]);
      assert.match(message.text, /auto-submitted: auto-generated/i);
      assert.match(message.text, /Hello Ádám,/);
      const page = await browser.get(linkIn(message.text));
      const done = await browser.submit(page, { password: PASSWORD });
      assert.equal(done.location?.pathname, '/account/apps');
      assert.equal((await open().signIn(email, PASSWORD)).status, 303);
      assert.equal((await open().signIn(email, 'the old password')).status, 403);
    });

    it('when a message is sent, then it is in the language of the page, and its link works for an hour', async () => {
      for (const [language, word] of [
        ['de', /jemand, vermutlich Sie/],
        ['pt-BR', /Olá, Ádám/],
      ] as const) {
        const email = await createPerson();
        await ask(open(language), email);
        const message = await smtp.next();
        assert.match(message.text, word);
        now += HOUR_MS - 1_000;
        assert.equal((await open().get(linkIn(message.text))).status, 200);
        now += 1_000;
        assert.equal((await open().get(linkIn(message.text))).status, 404);
      }
    });

    it('when no user has the address, then the response is the same, and nothing is sent', async () => {
      const known = await createPerson();
      const browser = open();
      const first = await ask(browser, known);
      await smtp.next();
      const count = smtp.messages.length;
      const second = await ask(browser, `unknown-${serial}@example.org`);
      assert.deepEqual([second.status, second.location?.href], [first.status, first.location?.href]);
      await ask(browser, known);
      assert.equal((await smtp.next()).to, known);
      assert.equal(smtp.messages.length, count + 1);
    });

    it('when a request names another host, then it gets no link to it', async () => {
      const email = await createPerson();
      await ask(new BrowserAgent(lectern.config.publicUrl, { 'x-forwarded-host': 'evil.example' }), email);
      assert.ok(linkIn((await smtp.next()).text).startsWith(`${lectern.config.publicUrl}/link/`));
    });

    it('when any person asks for messages to a user, then there are 3 an hour and no more; the form keeps the address', async () => {
      const email = await createPerson();
      for (let i = 0; i < 3; i++) {
        serial++;
        assert.equal((await ask(open(), email)).status, 303);
        await smtp.next();
      }
      serial++;
      const refused = await ask(open(), email);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) <= 3_600);
      assert.equal(requireForm(refused, '/recover').fields.email, email);
      now += HOUR_MS + 1_000;
      assert.equal((await ask(open(), email)).status, 303);
      await smtp.next();
      assert.equal((await ask(open(), 'no address')).status, 422);
    });

    it('when the mail server refuses a recipient, then this is logged, and not shown', async () => {
      const email = await createPerson();
      smtp.refuseRecipients('550 no such user');
      try {
        assert.equal((await ask(open(), email)).status, 303);
        while (!lectern.logged.some(({ msg }) => msg === 'sending a password reset link failed')) {
          await new Promise(setImmediate);
        }
      } finally {
        smtp.refuseRecipients(null);
      }
      const log = JSON.stringify(lectern.logged);
      assert.ok(!log.includes(smtp.password));
      assert.doesNotMatch(log, /\/link\/[\w-]{43}/);
    });
  });
}

describe('recovery without mail', () => {
  it('when LECTERN_SMTP_URL is not set, then the page names the command for the administrator', async () => {
    await using lectern = await startTestLectern();
    const page = await new BrowserAgent(lectern.config.publicUrl).get('/recover');
    assert.equal(page.status, 200);
    assert.equal(page.forms.length, 0);
    assert.match(page.text, /npm run --silent lectern -- user reset-link/);
  });

  it('when a mail server is away or lets no client in, then every user gets the same response about it', async () => {
    const smtp = await startSmtpServer();
    const gone = await startSmtpServer();
    await gone.close();
    const urls = [gone.url, smtp.url.replace(smtp.password, 'wrong')];
    for (const url of urls) {
      await using lectern = await startTestLectern('sqlite', {
        LECTERN_SMTP_URL: url,
        LECTERN_MAIL_FROM: 'a@example.org',
      });
      await lectern.installation.administration.createUser({ email: 'known@example.org', name: 'Known' });
      const texts = new Set<string>();
      for (const email of ['known@example.org', 'unknown@example.org']) {
        const browser = new BrowserAgent(lectern.config.publicUrl);
        const response = await browser.submit(await browser.get('/recover'), { email }, '/recover');
        assert.equal(response.status, 503);
        texts.add(response.text.replaceAll(email, '').replaceAll(/name="csrf" value="[^"]*"/g, ''));
      }
      assert.equal(texts.size, 1);
      assert.doesNotMatch(JSON.stringify(lectern.logged), /mail-password/);
    }
    await smtp.close();
  });
});
