import { expect } from 'vitest';
import { parseCertificate, validate } from '../../pades/src/index.ts';
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

type QualifiedSigner = Awaited<ReturnType<typeof followQualified>>;

/**
 * The first sealed file of who signed at a provider, whose authority is `root`: the signature is archived, and holds to
 * the seal.
 */
export async function openSealedQualified(
  { instance, signer }: { instance: TestInstance; signer: QualifiedSigner },
  root: Uint8Array,
) {
  const { documents } = await signer.view();
  const { rawPayload } = await instance.inject({ url: `${documents[0]?.url}`, headers: signer.headers });
  const anchors = [root, instance.deps.authority.root.certificate];
  const [signature] = validate(rawPayload, { anchors, at: instance.deps.clock.now() }).signatures;
  expect(signature).toMatchObject({
    level: 'B-LTA',
    integrity: { ok: true },
    certificate: { ok: true },
    sinceSigning: 'allowed-changes',
  });
  const certificate = parseCertificate(signature?.certificate.chain[0] ?? new Uint8Array());
  expect(certificate.commonName).toBe('Ann Lee');
  return { pdf: rawPayload, certificate, documents };
}
