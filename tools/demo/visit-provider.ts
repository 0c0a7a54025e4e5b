import { readOk } from '../../tests/support/app-client.ts';

/** What the sandbox takes; its page shows it. */
const OTP = '654321';

interface SigningPage {
  base: string;
  cookie: string;
  origin: string;
}

/** Performs the HTTP requests of the signing page and of the sandbox provider's pages, for one signature. */
export async function visitProvider(
  { base, cookie, origin }: SigningPage,
  { previewId, name }: { previewId: string; name: string },
): Promise<void> {
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> =>
    readOk(
      await fetch(`${base}/provider${path}`, {
        method,
        headers: { cookie, origin, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  /** Types on the provider's page, and follows it back. */
  const answerPage = async (page: unknown, typed: Readonly<Record<string, string>>) => {
    const url = new URL((page as { url: string }).url);
    const form = new URLSearchParams({ query: url.search.slice(1), answer: 'confirm', ...typed });
    const answered = await fetch(`${url.origin}${url.pathname}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    await fetch(answered.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' });
  };
  const language = 'en';
  await answerPage(await call('POST', '', { previewId, provider: 'sandbox', language }), { name });
  const offered = (await call('GET', '/credentials')) as { id: string; problem: string | null }[];
  const [first] = offered.filter(({ problem }) => problem === null);
  await answerPage(await call('PUT', '/credential', { credential: first?.id, language }), { otp: OTP });
  await call('POST', '/finish', {});
}
