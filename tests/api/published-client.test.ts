import { SIGNER_POLICIES } from '@paraph/domain';
import { parseCertificate, validate } from '@paraph/pades';
import { expect, test } from 'vitest';
import { YumiSign } from 'yumisign';
import { actAsAdvancedSigner, readMailedCode } from '../support/advanced-signer.ts';
import { good } from '../support/draft-client.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

const REDIRECT_URI = 'http://127.0.0.1:9/callback';

const { instance, sender } = await openInstanceCase();
const client = await openClient(await instance.app.listen({ host: '127.0.0.1', port: 0 }));

/** The package as it is published, over a connection, allowed by the sender; it never names scopes. */
async function openClient(baseUri: string): Promise<YumiSign> {
  const scopes = ['profile:read', 'workflows:read', 'workflows:write', 'templates:read', 'workspaces:read'];
  const payload = { name: 'Their app', redirectUris: [REDIRECT_URI], scopes };
  const app = await sender.call({ method: 'POST', url: '/api/v1/integration-apps', payload });
  expect(app.statusCode, app.body).toBe(201);
  const { clientId, clientSecret } = app.json() as { clientId: string; clientSecret: string };
  let stored: YumiSign.OAuthToken | undefined;
  const made = new YumiSign({
    ...{ clientId, clientSecret, baseUri },
    oAuthTokenStore: {
      get: () => stored,
      set: (token) => {
        stored = { refresh_token: '', ...token };
      },
      del: () => {
        stored = undefined;
      },
    },
  });
  const { search } = new URL(made.oauth.authorizeUri({ redirectUri: REDIRECT_URI, state: 'a state' }));
  const allowed = await sender.call({
    method: 'POST',
    url: `/api/v1/authorization-request${search}`,
    payload: { decision: 'allow' },
  });
  const { redirectTo } = good<{ redirectTo: string }>(allowed);
  const code = new URL(redirectTo).searchParams.get('code') ?? '';
  await made.oauth.access({ redirectUri: REDIRECT_URI, code });
  return made;
}

const orders = {
  create: () =>
    client.envelopes.create({
      ...{ name: 'Lease', type: 'advanced', documentName: 'lease.pdf' },
      document: new Blob([Uint8Array.from(lease)], { type: 'application/pdf' }),
      steps: [{ type: 'sign', recipients: [{ name: 'Eve', email: 'eve@example.com' }] }],
    }),
  use: async () => {
    const templates = await openTemplateClient(instance, sender, lease);
    const { id } = await templates.filled([{ name: 'Tenant', type: 'sign' }], { type: 'advanced' });
    const recipients = [{ name: 'Eve', email: 'eve@example.com' }];
    return client.templates.use(id, { workspaceId: templates.workspaceId, name: 'Lease', recipients });
  },
};

test.each(['create', 'use'] as const)(
  'the published client orders the level advanced by name and email: %s',
  async (order) => {
    const { id } = await orders[order]();
    expect(await client.envelopes.start(id)).toMatchObject({ status: 'started', type: 'advanced' });
    await instance.runJobs();
    const eve = await actAsAdvancedSigner(instance, 'eve@example.com');
    const { previewId } = await eve.preview();
    good(await eve.askForCode(previewId));
    await instance.runJobs();
    good(await eve.enterCode(previewId, (await readMailedCode(sender)).code));
    good(await eve.press(previewId));
    await instance.runJobs();
    const { status, documents } = await client.envelopes.retrieve(id, { session: true });
    expect(status).toBe('signed');
    const { pathname, search } = new URL(documents[0]?.file.uri ?? '');
    const sealed = await instance.inject({ method: 'GET', url: pathname + search });
    const anchors = [instance.deps.authority.root.certificate];
    const { signatures } = validate(sealed.rawPayload, { anchors, at: instance.deps.clock.now() });
    expect(
      signatures.map(({ certificate }) => parseCertificate(certificate.chain[0] ?? Buffer.alloc(0)).policies),
    ).toEqual([[SIGNER_POLICIES['code-mail']]]);
  },
);
