import type { TestInstance } from './instance.ts';
import { sandboxPerson } from './sandbox-person.ts';
import { followInvitation, followReturn, INTENT, previewIn } from './signer.ts';

export const SANDBOX_OTP = '654321';

interface Offered {
  id: string;
  name: string;
  problem: string | null;
}

/** A recipient who signs with a key at a provider, as the page leads them. */
export async function followQualified(
  instance: TestInstance,
  { name, email }: { name: string; email: string },
  provider = 'sandbox',
) {
  const signer = await followInvitation(instance, email);
  const sandbox = sandboxPerson(instance);
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
    instance.inject({
      method,
      url: `${signer.base}/provider${path}`,
      headers: signer.headers,
      ...(payload ? { payload } : {}),
    });
  /** Answers the provider's page and returns by its redirect. */
  const answerPage = async (
    url: string,
    typed: Readonly<Record<string, string>>,
    headers = signer.headers,
  ) => {
    const answered = await sandbox.answer(url, typed);
    return followReturn(instance, String(answered.headers.location), headers);
  };
  const preview = async () => previewIn(await signer.preview((await signer.fill()).shownHash));
  const begin = async (previewId: string) => call('POST', '', { previewId, provider, language: 'en' });
  const urlIn = (answer: { json(): unknown }) => (answer.json() as { url: string }).url;
  const credentials = async () => (await call('GET', '/credentials')).json() as Offered[];
  const choose = async (kind: string) => {
    const found = (await credentials()).find(({ id }) => id.endsWith(`.${kind}`));
    return call('PUT', '/credential', { credential: found?.id ?? '', language: 'en' });
  };
  const finish = () => call('POST', '/finish', { intent: INTENT });
  const signIn = async () => answerPage(urlIn(await begin(await preview())), { name });
  return {
    ...signer,
    sandbox,
    provider: call,
    answerPage,
    begin,
    preview,
    credentials,
    choose,
    finishQualified: finish,
    signIn,
    visit: async () =>
      (await call('GET', '')).json() as { visit: { stage: string; problem: string | null } | null },
    /** The whole way with the credential that is released on the page. */
    signQualified: async () => {
      await signIn();
      await answerPage(urlIn(await choose('page')), { otp: SANDBOX_OTP });
      return finish();
    },
  };
}
