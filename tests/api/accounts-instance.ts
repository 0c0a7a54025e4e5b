import type { InjectOptions } from 'fastify';
import { passwordResetToken } from '../../server/src/accounts/password-reset.ts';
import { insertAccount, openTestInstance, PASSWORD, type TestInstance } from '../support/instance.ts';

export { PASSWORD };
export type AccountsInstance = TestInstance;

/** An instance at a public address: its cookies are those of HTTPS. */
export function openAccountsInstance(env: Record<string, string> = {}): Promise<AccountsInstance> {
  return openTestInstance({ env: { PARAPH_BASE_URL: 'https://sign.example.com', ...env } });
}

/** The messages about forgotten passwords that wait to be sent. */
export function readResetMails({ deps }: AccountsInstance) {
  return deps.database
    .selectFrom('mails')
    .select(['to_email', 'to_name', 'detail'])
    .where('kind', '=', 'password_reset')
    .orderBy('id')
    .execute();
}

/** The token in the latest of them. */
export async function mailedToken(instance: AccountsInstance): Promise<string> {
  const mail = (await readResetMails(instance)).at(-1);
  return passwordResetToken(instance.deps.vault, String(mail?.detail.linkId));
}

/** Asks for a new password, and sets it by the mailed link. */
export async function resetPassword(
  instance: AccountsInstance,
  browser: Browser,
  { email, password }: { email: string; password: string },
) {
  await browser.call('POST', '/api/v1/account/password-reset', { email });
  const body = { token: await mailedToken(instance), password };
  return browser.call('POST', '/api/v1/account/password-reset/confirm', body);
}

/** Makes an account as the operator does. */
export function addUser({ deps }: AccountsInstance, email: string, name = 'Ada Lovelace') {
  return insertAccount(deps, { name, email });
}

/** Calls as a browser on a page of the instance does: same origin, with the cookies it has been given. */
export class Browser {
  readonly #instance: AccountsInstance;
  /** The address that it calls from. */
  ip: string;
  /** What it accepts; none by default. */
  language: string | null = null;
  readonly #jar = new Map<string, string>();

  constructor(instance: AccountsInstance, ip = '127.0.0.1') {
    this.#instance = instance;
    this.ip = ip;
  }

  /** The session's cookie. */
  get cookie(): string | null {
    return this.#cookieOf((name) => !name.endsWith('-device'));
  }

  /** The cookie by which the instance knows this browser again, signed in or not. */
  get device(): string | null {
    return this.#cookieOf((name) => name.endsWith('-device'));
  }

  #cookieOf(isIt: (name: string) => boolean): string | null {
    const found = [...this.#jar].find(([name]) => isIt(name));
    return found ? found.join('=') : null;
  }

  /** Sends a form. */
  form(url: string, form: Pick<InjectOptions, 'payload' | 'headers'>) {
    return this.call('POST', url, form.payload, form.headers);
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: InjectOptions['payload'],
    more: InjectOptions['headers'] = {},
  ) {
    const { app, deps } = this.#instance;
    const cookie = [...this.#jar].map((pair) => pair.join('=')).join('; ');
    const answer = await app.inject({
      method,
      url,
      remoteAddress: this.ip,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...more,
        origin: deps.config.baseUrl,
        ...(cookie === '' ? {} : { cookie }),
        ...(this.language === null ? {} : { 'accept-language': this.language }),
      },
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return answer;
  }

  async signIn(email: string, password = PASSWORD) {
    return this.call('POST', '/api/v1/account/sign-in', { email, password });
  }
}

/** A browser with a session. */
export async function signedIn(instance: AccountsInstance, email = 'ada@example.com'): Promise<Browser> {
  await addUser(instance, email);
  const browser = new Browser(instance);
  const answer = await browser.signIn(email);
  if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.body}`);
  return browser;
}
