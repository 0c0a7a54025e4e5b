import { invitationToken } from '../../server/src/workspaces/invite-members.ts';
import type { Session, TestInstance } from './instance.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls with the given credentials; returns the status and the body. */
export function caller({ call }: Pick<Session, 'call'>) {
  return async (method: Method, url: string, payload?: object) => {
    const answer = await call({ method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), answer };
  };
}

/** The token in the latest invitation that was mailed. */
export async function invitedToken({ deps }: TestInstance): Promise<string> {
  const mail = await deps.database
    .selectFrom('mails')
    .select('detail')
    .where('kind', '=', 'member_invited')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return invitationToken(deps.vault, String(mail.detail.linkId));
}

/** Makes a user join the organization of the session; returns the id of the member. */
export async function addMember(instance: TestInstance, host: Session, guest: Session): Promise<number> {
  const { email } = guest.profile;
  await caller(host)('POST', '/api/v1/organization/members', { members: [{ email }] });
  const token = await invitedToken(instance);
  const joined = await caller(guest)('POST', '/api/v1/account/invitation', { token });
  if (joined.status !== 200) throw new Error(`joining answered ${joined.answer.body}`);
  const { body } = await caller(host)('GET', '/api/v1/organization/members?limit=100');
  return body.items.find((member: { email: string }) => member.email === email).id;
}

/** What must be equal in two refusals so that they cannot be distinguished. */
export function bare(body: { error: object }): object {
  return { ...body.error, requestId: '' };
}
