import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { TYPED } from '../support/csc-dialect-methods.ts';
import { dialectClient } from '../support/csc-dialect-oauth.ts';
import { openDialectServer, type Spoil } from '../support/csc-dialect-server.ts';
import { type CscDialect, cscDialects } from '../support/csc-dialects.ts';
import { findInTables } from '../support/find-in-tables.ts';
import { forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { followQualified, openSealedQualified } from '../support/qualified-signer.ts';
import { followReturn } from '../support/signer.ts';
import { newTrustProvider } from '../support/trust-providers.ts';

let serial = 0;
let ann: { name: string; email: string };
const { instance, sender, create, read, timelineOf } = await openInstanceCase();
beforeEach(() => {
  serial += 1;
  ann = { name: 'Ann Lee', email: `ann-dialect-${serial}@example.com` };
});

const statusOf = async (id: string) => (await read(id)).envelope.status;

/** An envelope of so many documents, and its signer at a provider of this dialect. */
async function open(
  dialect: CscDialect,
  { documents = 1, spoil }: { documents?: number; spoil?: Spoil } = {},
) {
  const provider = await forThisTest(openDialectServer(instance, dialect, spoil));
  const key = await provider.addTo(sender);
  const further = Array.from(
    { length: documents },
    (_, index) =>
      [`page-${index}.pdf`, buildPdf({ pages: [{ content: textLines([`Page ${index}`]) }] })] as const,
  );
  const steps = [{ type: 'sign', recipients: [ann] }];
  const id = await create({ name: 'By a provider', type: 'qualified', document: null, steps, further });
  await instance.runJobs();
  const signer = await followQualified(instance, ann, key);
  const url = `/api/v1/organization/trust-providers/${key}`;
  onTestFinished(async () => void (await caller(sender)('DELETE', url)));
  return {
    id,
    signer,
    provider,
    tried: async () => (await caller(sender)('POST', `${url}/try`)).body,
    change: (settings: object) => caller(sender)('PUT', url, settings),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;
interface Answer {
  statusCode: number;
  body: string;
  json(): unknown;
}

/** What the page does next, by where the visit is; answers what was said where it failed. */
async function goOn({ signer, provider }: Opened): Promise<string | null> {
  const { visit } = await signer.visit();
  const failed = ({ statusCode, body }: Answer) => (statusCode < 300 ? null : body);
  const confirm = async (url: string) => {
    await followReturn(instance, provider.confirm(url), signer.headers);
    return (await signer.visit()).visit?.problem ?? null;
  };
  const visitAnew = async () => {
    const begun = await signer.begin(await signer.preview());
    return failed(begun) ?? confirm((begun.json() as { url: string }).url);
  };
  if (visit === null || visit.stage === 'visit') return visitAnew();
  if (visit.stage === 'sign' || visit.stage === 'wait') return failed(await signer.finishQualified());
  const listed = await signer.provider('GET', '/credentials');
  if (listed.statusCode >= 300) return failed(listed);
  const [credential] = listed.json() as { id: string; problem: string | null }[];
  // It was made for one signature, which did not come.
  if (!credential) return visitAnew();
  if (credential.problem !== null) return credential.problem;
  const body = { credential: credential.id, language: 'en' };
  const chosen = await signer.provider('PUT', '/credential', body);
  if (chosen.statusCode >= 300) return failed(chosen);
  const { url, asks } = chosen.json() as { url: string | null; asks: { id: string; label: string }[] | null };
  if (url !== null) return confirm(url);
  const values = (asks ?? []).map(({ id }) => ({ id, value: TYPED[id] ?? '' }));
  return failed(await signer.provider('POST', '/release', { values }));
}

const ROUNDS_MAX = 40;

/** To the end; answers what was said on the way. Until it is done nothing is signed. */
async function signAll(opened: Opened): Promise<string[]> {
  const said: string[] = [];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if ((await opened.signer.view()).state === 'done') return said;
    expect(await statusOf(opened.id)).toBe('started');
    const words = await goOn(opened);
    if (words !== null) said.push(words);
  }
  throw new Error(`it does not end: ${said.join('\n')}`);
}

const failedAt = (what: string) => `Dialect Co failed at ${what}: Not today.`;
const SAID: Readonly<Record<string, string>> = {
  info: failedAt('describing itself'),
  'credentials/list': failedAt('listing the certificates'),
  // Beside the certificate, in the list.
  'credentials/info': '\nNot today.',
  'credentials/sendOTP': failedAt('sending a one-time password'),
  'credentials/getChallenge': failedAt('asking what releases the key'),
  'credentials/authorize': failedAt('releasing the key'),
  'signatures/signHash': failedAt('signing'),
  'signatures/signPolling': failedAt('handing over the signature'),
  'oauth2/token': failedAt('granting access'),
  'as/redeem': failedAt('granting access'),
  'oauth2/pushed_authorize': failedAt('taking the request for a confirmation'),
  'as/par': failedAt('taking the request for a confirmation'),
  '.well-known/oauth-authorization-server/tenants/7': failedAt('describing its OAuth server'),
};

test.each(Object.entries(cscDialects))(
  'a provider by CSC API %s: a refusal at every step is said in words, then it signs, archived with the hash of its key',
  async (_name, dialect) => {
    const documents = dialect.push === 'long' ? 12 : 2;
    const opened = await open(dialect, { documents });
    const { id, signer, provider } = opened;
    expect(await opened.tried()).toMatchObject({ usable: true });
    const refused = provider.refuseFirst();
    const said = await signAll(opened);
    const paths = [...refused].map((path) => path.replace(dialect.base, '').slice(1));
    expect(paths).toEqual(expect.arrayContaining(['info', 'credentials/list', 'signatures/signHash']));
    for (const path of paths) expect(said.join('\n')).toContain(SAID[path] ?? path);
    // Each step failed once, and no other did.
    expect(said).toHaveLength(paths.length);
    // The sender reads the same, but for what is shown beside a certificate.
    const timeline = await timelineOf(id);
    const causes = timeline.filter(({ event }) => event === 'provider.failed').map(({ detail }) => detail);
    const failed = paths.map((path) => SAID[path] ?? path).filter((words) => words.includes('failed'));
    expect(causes).toEqual(expect.arrayContaining(failed));
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
    const sealed = await openSealedQualified({ instance, signer }, provider.root);
    expect(sealed.documents).toHaveLength(documents);
    // What is typed and what is given goes to the provider, and is stored nowhere in clear.
    const secrets = [...Object.values(TYPED), dialectClient.clientSecret];
    expect(await findInTables(instance, secrets)).toEqual([]);
  },
);

describe('a provider that does not keep to its dialect, or is not entered as it is', () => {
  const dialectOf = (name: string): CscDialect => {
    const dialect = Object.entries(cscDialects).find(([each]) => each.includes(name))?.[1];
    if (!dialect) throw new Error(`there is no dialect ${name}`);
    return dialect;
  };
  const onPage = dialectOf('on its page');
  const byMetadata = dialectOf('by metadata');
  /** Signs as far as it goes: it comes to these words, and to no signature. */
  const expectFailure = async (opened: Opened, words: string) => {
    const said: string[] = [];
    while (said.length < 4 && !said.at(-1)?.includes(words)) said.push((await goOn(opened)) ?? '');
    expect(said.at(-1), said.join('\n')).toContain(words);
    await instance.runJobs();
    expect(await statusOf(opened.id)).toBe('started');
    const visits = await instance.deps.database.selectFrom('provider_visits').select('signatures').execute();
    expect(visits.filter(({ signatures }) => signatures !== null)).toEqual([]);
  };

  test('and answers too little, or too few signatures or in another order: it is said, and nothing is signed', async () => {
    const spoils: [string, (value: object | null) => object, string][] = [
      ['/token', () => ({ token_type: 'Bearer' }), 'its answer has no access_token.'],
      ['/list', () => ({ credentialIDs: 'one' }), 'its answer has no list credentialIDs.'],
      ['signHash', (value) => ({ signatures: signaturesIn(value).slice(1) }), 'it gave 1 signatures for 2.'],
      [
        'signHash',
        (value) => ({ signatures: signaturesIn(value).toReversed() }),
        'what it gave is not a signature by the key of its certificate.',
      ],
    ];
    let now = spoils[0];
    const spoil: Spoil = (path, value) => (now && path.endsWith(now[0]) ? now[1](value) : value);
    const opened = await open(onPage, { documents: 2, spoil });
    for (now of spoils) await expectFailure(opened, now[2]);
  });

  test('and has another account, none, the secret in the header or another one: it is said', async () => {
    const opened = await open(onPage);
    for (const [settings, words] of [
      [{ account: 'acme-43' }, 'Invalid parameter account_token'],
      [{ account: '' }, 'Invalid parameter account_token'],
      [{ account: 'acme-42', clientAuthentication: 'header' }, 'Client authorization required'],
      [{ account: '', clientAuthentication: null, clientSecret: 'another' }, 'account_token'],
    ] as const) {
      await opened.change(settings);
      await expectFailure(opened, words);
    }
  });

  test('whose metadata name another address or issuer', async () => {
    const spoiled = { name: '', value: '' };
    const spoil: Spoil = (path, answer) =>
      path.includes('/.well-known/') ? { ...answer, [spoiled.name]: spoiled.value } : answer;
    const opened = await open(byMetadata, { spoil });
    for (const [name, value, words] of [
      ['token_endpoint', 'https://10.0.0.1/redeem', 'public address'],
      ['authorization_endpoint', 'http://as.example.com/begin', 'https://'],
      ['issuer', 'https://evil.example', 'those of another issuer'],
    ] as const) {
      Object.assign(spoiled, { name, value });
      const { usable, findings } = await opened.tried();
      expect([usable, JSON.stringify(findings)]).toEqual([false, expect.stringContaining(words)]);
      await expectFailure(opened, words);
    }
  });

  test('returns for another server than the one that was asked, and gets no code', async () => {
    const opened = await open(byMetadata);
    const { signer, provider } = opened;
    const { url } = (await signer.begin(await signer.preview())).json() as { url: string };
    const back = new URL(provider.confirm(url));
    back.searchParams.set('iss', 'https://evil.example');
    await followReturn(instance, back.href, signer.headers);
    expect((await signer.visit()).visit).toMatchObject({
      stage: 'visit',
      problem: expect.stringContaining('of another server than the one that was asked'),
    });
    expect(provider.calls.filter(({ path }) => path === '/as/redeem')).toEqual([]);
  });

  test('has certificates of which nobody can tell whether they were revoked: nothing is signed', async () => {
    const opened = await open({ ...onPage, namesRevocation: false });
    await expectFailure(opened, 'so that the document could not be sealed');
    expect(opened.provider.calls.filter(({ path }) => path.endsWith('signHash'))).toEqual([]);
  });

  test('is shown with what was entered, and changed', async () => {
    const call = caller(sender);
    const url = '/api/v1/organization/trust-providers';
    const settings = { account: ' acme ', clientAuthentication: 'header' };
    const { body: made } = await call('POST', url, { ...newTrustProvider(), ...settings });
    expect(made).toMatchObject({ account: 'acme', clientAuthentication: 'header' });
    const { body: renamed } = await call('PUT', `${url}/${made.id}`, { name: 'Other' });
    expect(renamed).toEqual({ ...made, name: 'Other' });
    const cleared = await call('PUT', `${url}/${made.id}`, { account: '', clientAuthentication: null });
    expect(cleared.body).not.toHaveProperty('account');
    expect(cleared.body).not.toHaveProperty('clientAuthentication');
    await call('DELETE', `${url}/${made.id}`);
  });
});

function signaturesIn(value: object | null): string[] {
  return value && 'signatures' in value ? (value.signatures as string[]) : [];
}
