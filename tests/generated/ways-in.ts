import type { Session, TestInstance } from '../support/instance.ts';
import type { Ids } from './organization.ts';

/** Another session of a person, a passkey that signs in, and a page that may show signing. */
export async function addWaysIn(instance: TestInstance, { call, profile }: Session) {
  await instance.signIn(profile.name, profile.email);
  const payload = { embedOrigins: ['https://app.example.com'] };
  await call({ method: 'PUT', url: '/api/v1/organization/embed-origins', payload });
  const answer = await call({ method: 'GET', url: '/api/v1/account/sessions' });
  const sessions: { id: string; current: boolean }[] = answer.json();
  const accountPasskeyId = `account-passkey-of-${profile.id}`;
  await instance.deps.pool.query(
    `insert into account_passkeys (id, user_id, name, public_key, sign_count, transports, created_at)
     values ($1, $2, 'Laptop', '', 0, '{}', now())`,
    [accountPasskeyId, profile.id],
  );
  return { accountPasskeyId, accountSessionId: sessions.find(({ current }) => !current)?.id ?? '' };
}

/** A public link of the template, and somebody who waits for their code there. */
export async function addPublicLink(instance: TestInstance, { call }: Session, ids: Ids) {
  const { workspaceId, templateId, templateRecipientId: placeholderId } = ids;
  const [, other] = (
    await call({ method: 'GET', url: `/api/v1/workspaces/${workspaceId}/templates/${templateId}` })
  ).json().recipients as { id: number }[];
  const url = `/api/v1/workspaces/${workspaceId}/templates/${templateId}/links`;
  const made = await call({ method: 'POST', url, payload: { name: 'Door', placeholderId } });
  if (made.statusCode !== 201) throw new Error(`a public link: ${made.body}`);
  const link = made.json() as { id: number; url: string };
  const formToken = new URL(link.url).pathname.split('/').pop() ?? '';
  const begun = await instance.inject({
    ...{ method: 'POST', url: `/api/v1/forms/${formToken}/submissions` },
    payload: {
      ...{ name: 'Cy', email: 'cy@example.com' },
      people: [{ placeholderId: other?.id, name: 'Bob', email: 'bob@example.com' }],
    },
  });
  if (begun.statusCode !== 202) throw new Error(`a submission: ${begun.body}`);
  const { submission } = begun.json() as { submission: string };
  // The place that whoever comes names a person for.
  return { linkId: link.id, formToken, submission, placeholderId: other?.id ?? 0 };
}

/** What an agent asks to send: the draft, for the user who made it. */
export async function askedFor({ deps }: TestInstance, { draftId }: Ids): Promise<string> {
  const { rows } = await deps.pool.query(
    `insert into agent_requests (id, act, user_id, workflow_id, agent_name, created_at, expires_at)
     select md5('asked' || id), 'send', creator_id, id, 'Claude', now(), now() + interval '1 year'
     from workflows where id = $1 returning id`,
    [draftId],
  );
  return rows[0].id;
}
