import { RATES } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { STEP_UP_ACTS } from '../../contract/src/step-up-acts.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { openSoftAuthenticator } from '../support/soft-authenticator.ts';
import { type AccountsInstance, Browser, openAccountsInstance, PASSWORD } from './accounts-instance.ts';
import { factorPeople } from './factor-people.ts';

const ACCOUNT = '/api/v1/account';
const ORIGIN = 'https://sign.example.com';

const instance: AccountsInstance = await forThisFile(openAccountsInstance());
const { person, codeOf, withTotp, withPasskey, atSecondStep, enter, noticesTo } = factorPeople(instance);

const signInBy = async (browser: Browser, sign: (challenge: string) => object) => {
  const asked = await browser.call('POST', `${ACCOUNT}/sign-in/passkey/challenge`);
  const { challenge } = expectStatus(asked, 200).json();
  return browser.call('POST', `${ACCOUNT}/sign-in/passkey`, sign(challenge));
};

describe('a code of an app', () => {
  it('is asked for besides the password, and counts once, one step early or late', async () => {
    const { email, secret } = await withTotp();
    const browser = await atSecondStep(email);
    expectStatus(await browser.call('GET', '/api/v1/profile'), 401);
    expect(expectStatus(await enter(browser, '000000'), 400).json().error.violations).toHaveProperty('code');
    const code = codeOf(secret);
    expectStatus(await enter(browser, ` ${code.slice(0, 3)} ${code.slice(3)}`), 200);
    expectStatus(await browser.call('GET', '/api/v1/profile'), 200);
    // The same code again, the one before, and one that is too far ahead.
    const again = await atSecondStep(email);
    for (const used of [code, codeOf(secret, -1), codeOf(secret, 2)])
      expectStatus(await enter(again, used), 400);
    expectStatus(await enter(again, codeOf(secret, 1)), 200);
    expect(await noticesTo(email)).toEqual(['added']);
  });

  it('opens one session where two processes are sent the same one', async () => {
    const { email, secret } = await withTotp();
    const browsers = await Promise.all([atSecondStep(email), atSecondStep(email), atSecondStep(email)]);
    const answers = await Promise.all(browsers.map((browser) => enter(browser, codeOf(secret))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('is of the browser that showed the password, for ten minutes, once', async () => {
    const { email, secret } = await withTotp();
    expectStatus(await enter(new Browser(instance), codeOf(secret)), 401);
    const late = await atSecondStep(email);
    instance.advance(600);
    expectStatus(await enter(late, codeOf(secret)), 401);
  });

  it('is stored where the database alone shows neither it nor a recovery code', async () => {
    const { secret, recoveryCodes } = await withTotp();
    const { database } = instance.deps;
    const rows = JSON.stringify([
      await database.selectFrom('totp_secrets').selectAll().execute(),
      await database.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    for (const told of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows).not.toContain(told);
  });
});

describe('a recovery code', () => {
  it('counts once, however it is typed, and new ones end those there were', async () => {
    const { email, browser, recoveryCodes } = await withTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expectStatus(await enter(await atSecondStep(email), ` ${first.toLowerCase().replace('-', ' ')}`), 200);
    expectStatus(await enter(await atSecondStep(email), first), 400);
    const state = await browser.call('GET', `${ACCOUNT}/second-factor`);
    expect(state.json()).toMatchObject({ recoveryCodesLeft: 9, passkeys: [] });
    const renewed = await browser.call('POST', `${ACCOUNT}/second-factor/recovery-codes`);
    const { recoveryCodes: fresh } = expectStatus(renewed, 201).json();
    expectStatus(await enter(await atSecondStep(email), second), 400);
    expectStatus(await enter(await atSecondStep(email), fresh[0]), 200);
  });
});

describe('guesses', () => {
  it('a day are thirty of 200,000, whatever addresses they come from: right by chance once in thirty years', () => {
    const { hits, seconds } = RATES.secondFactorDay;
    const guessesADay = hits * (86_400 / seconds);
    // The code of now, the one before and the one after count, of a million.
    const chanceADay = 1 - (1 - 3 / 1e6) ** Math.min(200_000, guessesADay);
    expect(chanceADay).toBeLessThan(1 / (30 * 365));
  });

  it('by who knows the password end after five, from however many addresses, and the person is told', async () => {
    const { email, browser: own, secret } = await withTotp();
    const stranger = await atSecondStep(email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 40; guess += 1) {
      stranger.ip = `198.51.${guess % 3}.${guess % 250}`;
      statuses.push((await enter(stranger, String(guess).padStart(6, '0'))).statusCode);
    }
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(35).fill(429)]);
    expect(await noticesTo(email)).toEqual(['added', 'guessed']);
    // The right code does not help in between, and whoever used the account in a browser goes on there.
    expectStatus(await enter(stranger, codeOf(secret)), 429);
    expectStatus(await own.call('POST', `${ACCOUNT}/sign-out`), 200);
    expectStatus(await own.signIn(email), 401);
    expectStatus(await enter(own, codeOf(secret)), 200);
    instance.advance(900);
    expectStatus(await enter(await atSecondStep(email), codeOf(secret)), 200);
  });

  it('are thirty of a day that is spent guessing: no further one is checked, not even the right code', async () => {
    const { email, secret } = await withTotp();
    const guess = async (codes: string[]) => {
      const stranger = await atSecondStep(email);
      const answers: number[] = [];
      for (const code of codes) answers.push((await enter(stranger, code)).statusCode);
      return answers;
    };
    for (let quarter = 0; quarter < 6; quarter += 1) {
      const codes = Array.from({ length: 5 }, (_, at) => String(quarter * 5 + at).padStart(6, '0'));
      expect(await guess(codes)).toEqual(Array(5).fill(400));
      instance.advance(900);
    }
    expect(await guess([codeOf(secret)])).toEqual([429]);
    instance.advance(86_400 - 7 * 900);
    expect(await guess([codeOf(secret)])).toEqual([429]);
    // Once in each quarter of an hour in which they ran out.
    expect(await noticesTo(email)).toEqual(['added', ...Array(6).fill('guessed')]);
    instance.advance(900);
    expect(await guess([codeOf(secret)])).toEqual([200]);
  });
});

describe('the factor of an account', () => {
  it('is removed with its recovery codes, and the password alone signs in again', async () => {
    const { email, browser } = await withTotp();
    expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor`), 400);
    expectStatus(await browser.call('DELETE', `${ACCOUNT}/second-factor`), 204);
    expectStatus(await browser.call('DELETE', `${ACCOUNT}/second-factor`), 404);
    expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor/recovery-codes`), 400);
    expectStatus(await new Browser(instance).signIn(email), 200);
    const left = instance.deps.database.selectFrom('recovery_codes').selectAll();
    expect(await noticesTo(email)).toEqual(['added', 'removed']);
    const user = await instance.deps.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(await left.where('user_id', '=', user.id).execute()).toEqual([]);
  });

  it('is set up by a code of the secret alone', async () => {
    const { email, browser } = await person();
    expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor/confirm`, { code: '123456' }), 400);
    const { secret, uri } = expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor`), 201).json();
    expect(uri).toBe(
      `otpauth://totp/sign.example.com:${encodeURIComponent(email)}?secret=${secret}&issuer=sign.example.com`,
    );
    expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor/confirm`, { code: '000000' }), 400);
    expectStatus(await new Browser(instance).signIn(email), 200);
  });
});

describe('a passkey of an account', () => {
  it('signs in without a password, is both factors, and counts on', async () => {
    const { email, passkey, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const browser = new Browser(instance);
    expectStatus(await signInBy(browser, (challenge) => passkey.get(challenge)), 200);
    expect((await browser.call('GET', '/api/v1/profile')).json()).toMatchObject({ email });
    const copied = (challenge: string) => passkey.get(challenge, { signCount: 1 });
    expectStatus(await signInBy(new Browser(instance), copied), 400);
    const stepped = await atSecondStep(email);
    expectStatus(await signInBy(stepped, (challenge) => passkey.get(challenge)), 200);
  });

  it('is refused from another site or party, unverified, forged, or for another challenge', async () => {
    const { passkey } = await withPasskey();
    for (const fault of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isUnverified: true },
      { isForged: true },
      { challenge: 'AAAA' },
    ]) {
      const answer = await signInBy(new Browser(instance), (challenge) => passkey.get(challenge, fault));
      expect(expectStatus(answer, 400).json().error.violations).toHaveProperty('passkey');
    }
  });

  it('answers a challenge once, of its own browser', async () => {
    const { passkey } = await withPasskey();
    const [browser, other] = [new Browser(instance), new Browser(instance)];
    const asked = await browser.call('POST', `${ACCOUNT}/sign-in/passkey/challenge`);
    const assertion = passkey.get(asked.json().challenge);
    expectStatus(await other.call('POST', `${ACCOUNT}/sign-in/passkey`, assertion), 400);
    expectStatus(await browser.call('POST', `${ACCOUNT}/sign-in/passkey`, assertion), 200);
    expectStatus(await browser.call('POST', `${ACCOUNT}/sign-in/passkey`, assertion), 400);
  });

  it('of a signer signs nobody in, and one of an account is none of a signer', async () => {
    const { email } = await withPasskey();
    const signers = openSoftAuthenticator({ origin: ORIGIN });
    const { publicKey } = signers;
    const { database } = instance.deps;
    const row = { transports: [], created_at: new Date(), used_at: null, sign_count: 0 };
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const keys = { public_key: signers.cose(), spki };
    await database
      .insertInto('passkeys')
      .values({ ...row, ...keys, id: signers.id, address: email })
      .execute();
    const answer = await signInBy(new Browser(instance), (challenge) => signers.get(challenge));
    expectStatus(answer, 400);
    const signing = database.selectFrom('passkeys').select('id').where('address', '=', email);
    expect(await signing.execute()).toEqual([{ id: signers.id }]);
  });

  it('is removed, and the last one takes the second step with it', async () => {
    const { email, browser, passkey } = await withPasskey();
    const path = `${ACCOUNT}/passkeys/${passkey.id}`;
    const stranger = await person();
    expectStatus(await stranger.browser.call('DELETE', path), 404);
    expectStatus(await browser.call('DELETE', path), 204);
    expectStatus(await new Browser(instance).signIn(email), 200);
    expectStatus(await signInBy(new Browser(instance), (challenge) => passkey.get(challenge)), 400);
  });
});

describe('a session that showed a factor more than ten minutes ago', () => {
  const refusalOf = (answer: { json(): { error?: { code: string } } }) => answer.json().error?.code;

  it('shows one again before it changes factors: a code, or a passkey, and never the password beside one', async () => {
    const { browser, secret, passkey } = await withTotp().then(async (holder) => {
      const passkey = openSoftAuthenticator({ origin: ORIGIN });
      const { challenge } = (await holder.browser.call('POST', `${ACCOUNT}/passkeys/challenge`)).json();
      const made = { name: 'Phone', ...passkey.create(challenge) };
      expect(
        (await holder.browser.call('POST', `${ACCOUNT}/passkeys`, made)).json().recoveryCodes,
      ).toBeNull();
      return { ...holder, passkey };
    });
    const renew = () => browser.call('POST', `${ACCOUNT}/second-factor/recovery-codes`);
    const stepUp = (shown: object) => browser.call('POST', `${ACCOUNT}/step-up`, shown);
    instance.advance(600);
    expect(refusalOf(expectStatus(await renew(), 403))).toBe('STEP_UP_REQUIRED');
    expectStatus(await stepUp({ currentPassword: PASSWORD }), 400);
    expectStatus(await stepUp({ code: '000000' }), 400);
    expectStatus(await stepUp({ code: codeOf(secret) }), 204);
    expectStatus(await renew(), 201);
    instance.advance(599);
    expectStatus(await renew(), 201);
    instance.advance(1);
    expectStatus(await renew(), 403);
    const { challenge } = (await browser.call('POST', `${ACCOUNT}/step-up/challenge`)).json();
    const other = await withPasskey();
    expectStatus(await stepUp({ assertion: other.passkey.get(challenge) }), 400);
    const again = (await browser.call('POST', `${ACCOUNT}/step-up/challenge`)).json();
    expectStatus(await stepUp({ assertion: passkey.get(again.challenge) }), 204);
    expectStatus(await renew(), 201);
  });

  it('is asked before each act of the list, whatever factor there is; a fresh one and a key are not', async () => {
    const acts = STEP_UP_ACTS.map((act) => act.replaceAll(/\{\w+\}/g, '7').split(' '));
    const isAsked = async (browser: Browser, [method, url]: string[], headers = {}) => {
      const body = method === 'DELETE' ? undefined : {};
      const answer = await browser.call(method as 'POST', url ?? '', body, headers);
      return refusalOf(answer.body === '' ? { json: () => ({}) } : answer) === 'STEP_UP_REQUIRED';
    };
    // Whether a signed one is deleted is known of the workflow alone.
    const always = acts.filter((act) => !/workflows$|envelopes|seals/.test(act.join(' ')));
    for (const hold of [person, withTotp, withPasskey]) {
      const { browser } = await hold();
      instance.advance(600);
      const asked: string[][] = [];
      for (const act of acts) if (await isAsked(browser, act)) asked.push(act);
      expect(asked).toEqual(always);
    }
    const { browser } = await withTotp();
    const made = { name: 'Key', scopes: ['organization:write'] };
    const { key } = expectStatus(await browser.call('POST', '/api/v1/api-keys', made), 201).json();
    instance.advance(600);
    for (const act of acts.filter(([, url]) => url?.includes('/organization/')))
      expect(await isAsked(browser, act, { 'x-api-key': key }), act.join(' ')).toBe(false);
    await instance.deps.database
      .updateTable('sessions')
      .set({ proven_at: new Date(instance.nowSeconds() * 1000) })
      .execute();
    for (const act of acts.filter(([, url]) => !/\/account\//.test(url ?? '')))
      expect(await isAsked(browser, act), act.join(' ')).toBe(false);
  });

  it('shows the password where the account has no factor', async () => {
    const { browser } = await person();
    instance.advance(600);
    const begin = () => browser.call('POST', `${ACCOUNT}/second-factor`);
    expect(refusalOf(expectStatus(await begin(), 403))).toBe('STEP_UP_REQUIRED');
    expectStatus(await browser.call('POST', `${ACCOUNT}/step-up`, { code: '000000' }), 400);
    expectStatus(await browser.call('POST', `${ACCOUNT}/step-up`, { currentPassword: 'wrong' }), 400);
    expectStatus(await browser.call('POST', `${ACCOUNT}/step-up`, { currentPassword: PASSWORD }), 204);
    expectStatus(await begin(), 201);
  });
});

describe('the sessions of a person', () => {
  it('are listed with how each was opened, and ended one by one or all others at once', async () => {
    const { browser, passkey } = await withPasskey();
    const others = [new Browser(instance, '203.0.113.7'), new Browser(instance), new Browser(instance)];
    for (const other of others)
      expectStatus(await signInBy(other, (challenge) => passkey.get(challenge)), 200);
    const list = async () => expectStatus(await browser.call('GET', `${ACCOUNT}/sessions`), 200).json();
    const sessions: { id: string; current: boolean; ip: string; method: string }[] = await list();
    const methods = sessions.map(({ method }) => method).sort();
    expect(methods).toEqual([...Array(3).fill('passkey'), 'password']);
    expect(sessions.filter(({ current }) => current)).toMatchObject([
      { method: 'password', ip: '127.0.0.1' },
    ]);
    const away = sessions.find(({ ip }) => ip === '203.0.113.7');
    const stranger = await person();
    const path = `${ACCOUNT}/sessions/${away?.id}`;
    expectStatus(await stranger.browser.call('DELETE', path), 404);
    expectStatus(await browser.call('DELETE', path), 204);
    expectStatus(await browser.call('DELETE', path), 404);
    expectStatus(await (others[0] ?? browser).call('GET', '/api/v1/profile'), 401);
    expectStatus(await browser.call('DELETE', `${ACCOUNT}/sessions`), 204);
    expect((await list()).map(({ method }: { method: string }) => method)).toEqual(['password']);
    expectStatus(await (others[1] ?? browser).call('GET', '/api/v1/profile'), 401);
    expectStatus(await browser.call('GET', '/api/v1/profile'), 200);
  });
});

describe('an organization that requires a second factor', () => {
  const POLICY = '/api/v1/organization/second-factor';

  it('leaves a session without one nothing but the set-up once the days of grace are over', async () => {
    const { email, browser } = await person();
    const require = { policy: 'required', graceDays: 3 };
    expectStatus(await browser.call('GET', POLICY), 200);
    expect(expectStatus(await browser.call('PUT', POLICY, require), 200).json()).toEqual({
      ...require,
      membersWithout: 1,
    });
    // Thousands of members are not asked of in the request, but by a job of its transaction.
    const { rows } = await instance.deps.pool.query(
      `select payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where tasks.identifier = 'follow-factor-policy' and payload ->> 'id' = (
         select organization_id::text from factor_policies where policy = 'required')`,
    );
    expect(rows).toHaveLength(1);
    await instance.jobs['follow-factor-policy'](Number(rows[0].payload.id));
    const { dueDate } = (await browser.call('GET', `${ACCOUNT}/second-factor`)).json();
    expect(dueDate).toBe(instance.nowSeconds() + 3 * 86_400);
    const follow = () => instance.jobs['follow-factor-policies'](0);
    await follow();
    expect(await noticesTo(email)).toEqual(['due']);
    instance.advance(2 * 86_400);
    await Promise.all([follow(), follow()]);
    expect(await noticesTo(email)).toEqual(['due', 'due']);
    expectStatus(await browser.call('GET', '/api/v1/workspaces'), 200);
    instance.advance(86_400);
    const refused = expectStatus(await browser.call('GET', '/api/v1/workspaces'), 403);
    expect(refused.json().error.code).toBe('SECOND_FACTOR_SET_UP_REQUIRED');
    expectStatus(await browser.call('PUT', POLICY, { policy: 'offered', graceDays: 3 }), 403);
    expectStatus(await browser.call('GET', '/api/v1/profile'), 200);
    expectStatus(await browser.call('POST', `${ACCOUNT}/step-up`, { currentPassword: PASSWORD }), 204);
    const { secret } = expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor`), 201).json();
    const code = codeOf(secret);
    expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor/confirm`, { code }), 200);
    expectStatus(await browser.call('GET', '/api/v1/workspaces'), 200);
    // Without it again: the day has passed already.
    expectStatus(await browser.call('DELETE', `${ACCOUNT}/second-factor`), 204);
    expectStatus(await browser.call('GET', '/api/v1/workspaces'), 403);
  });

  it('is none any more once it only offers one, and none is set up where it is switched off', async () => {
    const { browser } = await person();
    expectStatus(await browser.call('PUT', POLICY, { policy: 'required', graceDays: 0 }), 200);
    await instance.runJobs();
    expectStatus(await browser.call('PUT', POLICY, { policy: 'off', graceDays: 0 }), 403);
    await instance.deps.database.updateTable('factor_policies').set({ policy: 'off' }).execute();
    await instance.jobs['follow-factor-policies'](0);
    expectStatus(await browser.call('GET', '/api/v1/workspaces'), 200);
    expect((await browser.call('GET', `${ACCOUNT}/second-factor`)).json()).toMatchObject({ offered: false });
    expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor`), 400);
  });
});
