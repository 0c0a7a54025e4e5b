import type { Session, TestInstance } from '../support/instance.ts';

/** Another session of a person, and a passkey that signs in. */
export async function addWaysIn(instance: TestInstance, { call, profile }: Session) {
  await instance.signIn(profile.name, profile.email);
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
