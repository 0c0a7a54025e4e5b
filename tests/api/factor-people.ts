import { expect } from 'vitest';
import { expectStatus } from '../support/instance-case.ts';
import { openSoftAuthenticator } from '../support/soft-authenticator.ts';
import { codeAt } from '../support/totp-code.ts';
import { type AccountsInstance, addUser, Browser } from './accounts-instance.ts';

const ACCOUNT = '/api/v1/account';
const ORIGIN = 'https://sign.example.com';

/** People with an app or a passkey, and what they do at sign-in. */
export function factorPeople(instance: AccountsInstance) {
  let people = 0;

  /** A browser with a session of a new account. */
  async function person() {
    people += 1;
    const email = `person${people}@example.com`;
    await addUser(instance, email, `Person ${people}`);
    const browser = new Browser(instance);
    expectStatus(await browser.signIn(email), 200);
    return { email, browser };
  }

  const codeOf = (secret: string, later = 0) => codeAt(new Date(instance.nowSeconds() * 1000), secret, later);

  async function withTotp() {
    const { email, browser } = await person();
    const { secret } = expectStatus(await browser.call('POST', `${ACCOUNT}/second-factor`), 201).json();
    const confirmed = await browser.call('POST', `${ACCOUNT}/second-factor/confirm`, {
      code: codeOf(secret),
    });
    const { recoveryCodes } = expectStatus(confirmed, 200).json() as { recoveryCodes: string[] };
    // Its step is used up.
    instance.advance(30);
    return { email, browser, secret: String(secret), recoveryCodes };
  }

  async function withPasskey() {
    const { email, browser } = await person();
    const passkey = openSoftAuthenticator({ origin: ORIGIN });
    const { challenge } = expectStatus(
      await browser.call('POST', `${ACCOUNT}/passkeys/challenge`),
      200,
    ).json();
    const made = { name: 'Laptop', ...passkey.create(challenge) };
    const added = expectStatus(await browser.call('POST', `${ACCOUNT}/passkeys`, made), 201).json();
    return { email, browser, passkey, recoveryCodes: added.recoveryCodes as string[] };
  }

  /** A browser whose password was right. */
  async function atSecondStep(email: string) {
    const browser = new Browser(instance);
    const answer = expectStatus(await browser.signIn(email), 401);
    expect(answer.json().error.code).toBe('SECOND_FACTOR_REQUIRED');
    return browser;
  }

  const enter = async (browser: Browser, code: string) =>
    browser.call('POST', `${ACCOUNT}/sign-in/second-factor`, { code });

  const noticesTo = async (email: string) => {
    const mails = instance.deps.database.selectFrom('mails').select('detail').where('to_email', '=', email);
    const sent = await mails.where('kind', '=', 'second_factor').orderBy('id').execute();
    return sent.map(({ detail }) => detail.notice);
  };

  return { person, codeOf, withTotp, withPasskey, atSecondStep, enter, noticesTo };
}
