import { describe, expect, it } from 'vitest';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { type AccountsInstance, Browser, openAccountsInstance } from './accounts-instance.ts';
import { factorPeople } from './factor-people.ts';

const ACCOUNT = '/api/v1/account';

const instance: AccountsInstance = await forThisFile(openAccountsInstance());
const { person, codeOf, withTotp, atSecondStep, enter, noticesTo } = factorPeople(instance);

describe('the reset of a lost factor', () => {
  const resetOf = (memberId: number) => `/api/v1/organization/members/${memberId}/second-factor-reset`;

  /** An organization with two administrators, and a member who has a factor. */
  async function company() {
    const boss = await person();
    const { pool } = instance.deps;
    const join = async (email: string, isAdministrator: boolean) => {
      const { rows } = await pool.query(
        `insert into members (organization_id, user_id, email, email_key, unique_id, administrator, created_at)
         select m.organization_id, u.id, u.email, u.email_key, md5(random()::text), $3, now()
         from users u, members m join users b on b.id = m.user_id
         where u.email = $2 and b.email = $1 order by m.id limit 1 returning id, organization_id`,
        [boss.email, email, isAdministrator],
      );
      return { memberId: Number(rows[0].id), organizationId: Number(rows[0].organization_id) };
    };
    const second = await person();
    const { organizationId } = await join(second.email, true);
    const holder = await withTotp();
    const { memberId } = await join(holder.email, false);
    const of = `?organizationId=${organizationId}`;
    return { boss, second, holder, memberId, of, join, organizationId };
  }

  it('is told at once, waits a day, and ends sessions and factors', async () => {
    const { boss, holder, memberId, of } = await company();
    const path = `${resetOf(memberId)}${of}`;
    expectStatus(await holder.browser.call('POST', path), 403);
    const { dueDate } = expectStatus(await boss.browser.call('POST', path), 200).json();
    expect(dueDate).toBe(instance.nowSeconds() + 86_400);
    expect(await noticesTo(holder.email)).toEqual(['added', 'reset_requested']);
    // The same administrator again is no second one.
    expect(expectStatus(await boss.browser.call('POST', path), 200).json()).toEqual({ dueDate });
    const shown = await boss.browser.call('GET', `/api/v1/organization/second-factor-resets${of}`);
    expect(shown.json()).toEqual([{ memberId, by: expect.any(String), mine: true, dueDate }]);
    const own = await holder.browser.call('GET', `${ACCOUNT}/second-factor`);
    expect(own.json()).toMatchObject({ reset: { dueDate } });
    instance.advance(86_399);
    await instance.jobs['reset-factors'](0);
    expectStatus(await holder.browser.call('GET', '/api/v1/profile'), 200);
    instance.advance(1);
    await Promise.all([instance.jobs['reset-factors'](0), instance.jobs['reset-factors'](0)]);
    expectStatus(await holder.browser.call('GET', '/api/v1/profile'), 401);
    expectStatus(await new Browser(instance).signIn(holder.email), 200);
    expect(await noticesTo(holder.email)).toEqual(['added', 'reset_requested', 'reset']);
    const { items } = (await boss.browser.call('GET', `/api/v1/organization/events${of}&kind=factor`)).json();
    const names = items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['factor.reset', 'factor.reset_requested']);
  });

  it('is carried out at once where a second administrator confirms', async () => {
    const { boss, second, holder, memberId, of } = await company();
    const path = `${resetOf(memberId)}${of}`;
    expectStatus(await boss.browser.call('POST', path), 200);
    expect(expectStatus(await second.browser.call('POST', path), 200).json()).toEqual({ dueDate: null });
    expectStatus(await new Browser(instance).signIn(holder.email), 200);
    expectStatus(await boss.browser.call('POST', path), 400);
  });

  it('is stopped by its person, by signing in with the factor, and by an administrator', async () => {
    const { boss, second, holder, memberId, of } = await company();
    const path = `${resetOf(memberId)}${of}`;
    const isUnderWay = async () =>
      (await boss.browser.call('GET', `/api/v1/organization/second-factor-resets${of}`)).json().length === 1;
    expectStatus(await boss.browser.call('POST', path), 200);
    expectStatus(await holder.browser.call('DELETE', `${ACCOUNT}/second-factor/reset`), 204);
    expect(await isUnderWay()).toBe(false);
    expectStatus(await holder.browser.call('DELETE', `${ACCOUNT}/second-factor/reset`), 404);
    expectStatus(await boss.browser.call('POST', path), 200);
    expectStatus(await enter(await atSecondStep(holder.email), codeOf(holder.secret)), 200);
    expect(await isUnderWay()).toBe(false);
    expectStatus(await boss.browser.call('POST', path), 200);
    expectStatus(await second.browser.call('DELETE', path), 204);
    expectStatus(await second.browser.call('DELETE', path), 404);
    instance.advance(86_400);
    await instance.jobs['reset-factors'](0);
    await atSecondStep(holder.email);
  });

  it('is refused of oneself, of who has no factor, and of who works elsewhere, too', async () => {
    const { boss, second, holder, memberId, of, organizationId } = await company();
    const memberOf = async (email: string) => {
      const { rows } = await instance.deps.pool.query(
        'select id from members where email = $1 and organization_id = $2',
        [email, organizationId],
      );
      return Number(rows[0].id);
    };
    for (const email of [boss.email, second.email])
      expectStatus(await boss.browser.call('POST', `${resetOf(await memberOf(email))}${of}`), 400);
    const other = await company();
    expectStatus(await other.boss.browser.call('POST', `${resetOf(memberId)}${other.of}`), 404);
    await other.join(holder.email, false);
    const refused = expectStatus(await boss.browser.call('POST', `${resetOf(memberId)}${of}`), 400).json();
    expect(refused.error.violations.memberId).toContain('another organization');
  });
});
