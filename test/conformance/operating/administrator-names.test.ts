import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createPerson, type Person } from '../../support/requests/members.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PAGE = '/installation';
const ADD = `${PAGE}/administrators/add`;
const removalOf = ({ id }: Person) => `${PAGE}/administrators/${id}/remove`;

for (const engine of PAGE_ENGINES) {
  describe(`[D69] an administrator who names others on the page, on ${engine}`, () => {
    let passedMs = 0;
    const { lectern } = useInProcessServer({ engine, clock: () => Date.now() + passedMs });
    let first: Person;
    let second: Person;
    before(async () => {
      first = await createPerson(lectern);
      second = await createPerson(lectern);
    });

    const listed = async () => (await lectern.installation.administrators.list()).map(({ email }) => email);
    const records = async () =>
      (await lectern.installation.storage.audit.list(null, { limit: 100, before: null, since: null }))
        .filter(({ operation }) => operation.startsWith('admin '))
        .map(({ operation, channel, userId, resource }) => [operation, channel, userId, resource]);
    const add = async (email: string, by = first) => by.browser.submit(await by.browser.get(PAGE), { email }, ADD);

    it('when there is no such account, or it is disabled, then the page says so, and nothing is recorded', async () => {
      const none = await add('none@example.org');
      assert.equal(none.status, 422);
      assert.match(none.text, /no account with this e-mail address/);
      assert.match(none.text, /value="none@example.org"/);
      const disabled = await createPerson(lectern);
      await lectern.installation.administration.setUserDisabled(disabled.email, true);
      const refused = await add(disabled.email);
      assert.deepEqual([refused.status, /This account is disabled/.test(refused.text)], [422, true]);
      assert.deepEqual([await listed(), await records()], [[first.email], []]);
    });

    it('when only one is left, then the page has no form to remove it, and an old form is 409', async () => {
      const page = await first.browser.get(PAGE);
      assert.doesNotMatch(page.text, /administrators\/[\w-]+\/remove/);
      const { csrf } = page.forms.find(({ action }) => action.pathname === ADD)!.fields;
      const refused = await first.browser.post(removalOf(first), { csrf });
      assert.deepEqual([refused.status, /the last administrator/.test(refused.text)], [409, true]);
      assert.deepEqual(await listed(), [first.email]);
    });

    it('when one is named, again and removed, then it counts at once, and each change is recorded once', async () => {
      assert.equal((await second.browser.get(PAGE)).status, 404);
      for (const _ of [1, 2])
        assert.equal((await add(` ${second.email.toUpperCase()} `)).location?.search, '?done=added');
      assert.equal((await second.browser.get(PAGE)).status, 200);
      const removal = await second.browser.submit(await second.browser.get(PAGE), {}, removalOf(second));
      assert.equal(removal.location?.pathname, '/account', 'the page of administrators no longer exists for them');
      assert.equal((await second.browser.get(PAGE)).status, 404);
      assert.deepEqual(await records(), [
        ['admin remove', 'page', second.id, second.id],
        ['admin add', 'page', first.id, second.id],
      ]);
      assert.match((await first.browser.get(PAGE)).text, /named a server administrator/);
    });

    it('when the sign-in is older than 10 minutes, then nothing is changed', async () => {
      const page = await first.browser.get(PAGE);
      passedMs = 11 * 60_000;
      assert.equal((await first.browser.submit(page, { email: second.email }, ADD)).status, 403);
      passedMs = 0;
      assert.deepEqual(await listed(), [first.email]);
    });
  });
}
