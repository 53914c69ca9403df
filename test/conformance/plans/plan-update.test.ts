import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OAUTH_SCOPES, ROLE_SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { api, assertProblem } from '../../support/requests/api.ts';
import { createPlan, planPath, plansPath } from '../../support/requests/plans.ts';
import { createTestToken, createTestUser } from '../../support/requests/tokens.ts';
import { smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const ENTRIES = [{ kind: 'heading', title: 'Opening' }];

describe('[D75] the scope plan.update', () => {
  const world = useInProcessServer({ editions: [smallEdition('one', { 43: { 3: { 16: 'For God' } } })] });

  const open = async (scopes: readonly Scope[] = ['plan.update', 'live.get']) => {
    const live = await world.openLive();
    const { administration } = world.lectern.installation;
    const { token } = await administration.createToken({
      subject: { organization: live.owner.id },
      scopes: [...scopes],
    });
    return { live, planner: api(world.lectern, { ...live.owner, token }) };
  };

  it('when a token has it in place of live.update, then it creates, replaces and deletes plans that no Live has', async () => {
    const { planner } = await open();
    const { body: plan, etag } = await createPlan(planner, ENTRIES);
    const replaced = await planner.put(planPath(planner, plan), { name: 'Other', entries: [] }, { ifMatch: etag! });
    assert.equal(replaced.status, 200);
    assert.equal((await planner.delete(planPath(planner, plan), { ifMatch: replaced.etag! })).status, 204);
  });

  it('when a Live has the plan, then it is 403 after 412, nothing changes, and live.update may', async () => {
    const { live, planner } = await open();
    const { body: plan, etag } = await createPlan(planner, ENTRIES);
    await live.write('PUT', '/plan', { plan_id: plan.id });
    const path = planPath(planner, plan);
    const body = { name: 'Other', entries: [] };
    const stale = etag!.replace(/\d+"$/, '9"');
    assertProblem(await planner.put(path, body, { ifMatch: stale }), 412, 'stale_validator');
    assertProblem(await planner.delete(path, { ifMatch: stale }), 412, 'stale_validator');
    for (const refused of [
      await planner.put(path, body, { ifMatch: etag! }),
      await planner.delete(path, { ifMatch: etag! }),
    ]) {
      assertProblem(refused, 403, 'insufficient_scope');
      assert.match(refused.headers.get('www-authenticate')!, /scope="live\.update"/);
    }
    assert.deepEqual((await planner.get(path)).body.name, plan.name);
    assertProblem(
      await planner.request('PUT', `/v1/lives/${live.liveId}/plan`, { body: { plan_id: null }, ifMatch: live.etag }),
      403,
      'insufficient_scope',
    );
    const owner = api(world.lectern, live.owner);
    assert.equal((await owner.put(path, body, { ifMatch: etag! })).status, 200);
  });

  it('when a token has neither, then it is 403 and names plan.update; one that has live.update alone may', async () => {
    const { planner } = await open(['live.get', 'live.list']);
    const refused = await planner.post(plansPath(planner), { name: 'Sunday' });
    assertProblem(refused, 403, 'insufficient_scope');
    assert.match(refused.headers.get('www-authenticate')!, /scope="plan\.update"/);
    const { planner: changer } = await open(['live.update']);
    assert.equal((await changer.post(plansPath(changer), { name: 'Sunday' })).status, 201);
  });

  it('when a token with live.update makes one with plan.update, then it may; one with less may not', async () => {
    const user = await createTestUser(world.lectern);
    const { token } = await createTestToken(user, { scopes: ['token.create', 'live.update'] });
    const make = (by: string) => user.post('/v1/me/tokens', { name: 'Plans', scopes: ['plan.update'] }, { token: by });
    const made = await make(token);
    assert.deepEqual([made.status, made.body.scopes], [201, ['plan.update']]);
    const account = api(world.lectern, { ...user.owner, token: made.body.token });
    assert.equal((await createPlan(account, ENTRIES)).status, 201);
    const { token: less } = await createTestToken(user, { scopes: ['token.create', 'live.get'] });
    assertProblem(await make(less), 403, 'insufficient_scope');
  });

  it('when roles and OAuth are compared, then owners, admins and operators have it, viewers and apps do not', () => {
    const roles = (['owner', 'admin', 'operator', 'viewer'] as const).map((role) =>
      ROLE_SCOPES[role].includes('plan.update'),
    );
    assert.deepEqual(roles, [true, true, true, false]);
    assert.ok(!(OAUTH_SCOPES as readonly string[]).includes('plan.update'));
  });
});
