import { sql } from 'kysely';
import { good } from './draft-client.ts';
import type { Session, TestInstance } from './instance.ts';
import { openOwnKey } from './own-key-signer.ts';
import type { quickSender } from './quick-sender.ts';
import { drawnSignature, followInvitation, type signerWith } from './signer.ts';

export interface AskedIdentification {
  method?: 'code-sms' | 'code-mail' | 'identity-provider' | 'passkey';
  phone?: string;
  /** Sent at the level, so that its evidence can be composed; else the rows are changed after the start. */
  isSentSo?: boolean;
}

/** A signer of a workflow at the level advanced, ready for the last press. */
export async function openAdvancedSigner(
  instance: TestInstance,
  create: ReturnType<typeof quickSender>['create'],
  { method = 'code-sms', phone = '+41791234567', isSentSo = false }: AskedIdentification = {},
) {
  const { database } = instance.deps;
  const person = { name: 'Ann', email: `ann${phone.slice(-4)}@example.com` };
  const steps = [{ type: 'sign', recipients: [isSentSo ? { ...person, identification: method } : person] }];
  const envelopeId = await create(isSentSo ? { type: 'advanced', steps } : { steps });
  await instance.runJobs();
  const { id: workflowId } = await database
    .updateTable('workflows')
    .set({ type: 'advanced' })
    .where('envelope_id', '=', envelopeId)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isSentSo)
    await sql`update recipients set phone = ${phone}, identification = ${method} where workflow_id = ${workflowId}`.execute(
      database,
    );
  return { ...(await actAsAdvancedSigner(instance, person.email)), envelopeId, workflowId, person };
}

/** The newest invitation of an address to sign at the level advanced, filled in, ready for the last press. */
export async function actAsAdvancedSigner(instance: TestInstance, email: string) {
  return actAsAdvanced(instance, await followInvitation(instance, email));
}

/** The same in a browser that has the session already. */
export async function actAsAdvanced(instance: TestInstance, signer: ReturnType<typeof signerWith>) {
  const { shownHash } = await signer.fill();
  const linkId = String(signer.base.split('/').pop());
  const { id: actionId } = await instance.deps.database
    .selectFrom('actions')
    .innerJoin('signing_links', 'signing_links.recipient_id', 'actions.recipient_id')
    .select('actions.id')
    .where('signing_links.id', '=', linkId)
    .executeTakeFirstOrThrow();
  const preview = async () => {
    const answer = await signer.preview(shownHash);
    return good<{ previewId: string; contentHash: string }>(answer);
  };
  const askForCode = (previewId: string) =>
    signer.call('POST', '/identification/code', { previewId, language: 'en' });
  const enterCode = (previewId: string, code: string) =>
    signer.call('POST', '/identification/code/entry', { previewId, code });
  const press = (previewId: string) => openOwnKey(instance, signer).press(previewId);
  /** Checks, and enters the code that was mailed; whose session it is reads the mailbox. */
  const proveByMail = async (owner: Session) => {
    const checked = await preview();
    good(await askForCode(checked.previewId));
    await instance.runJobs();
    good(await enterCode(checked.previewId, (await readMailedCode(owner)).code));
    return checked;
  };
  return {
    ...{ signer, preview, actionId, linkId, askForCode, enterCode, proveByMail, press },
    signByMail: async (owner: Session) => good(await press((await proveByMail(owner)).previewId)),
    identification: (previewId: string) => signer.call('GET', `/identification?preview=${previewId}`),
    /** Another signature image: something else would be signed. */
    changeAnswer: () =>
      signer.call('PUT', '/marks/signature', { method: 'draw', png: drawnSignature({ width: 300 }) }),
  };
}

/** The newest mail with a code on the mailbox page. */
export async function readMailedCode({ call }: Session) {
  const { items } = (await call({ method: 'GET', url: '/api/v1/mailbox' })).json() as {
    items: { id: number; kind: string; subject: string }[];
  };
  const mail = items.find(({ kind }) => kind === 'signing_code');
  const opened = await call({ method: 'GET', url: `/api/v1/mailbox/${mail?.id}` });
  const { text } = opened.json() as { text: string };
  return { subject: mail?.subject ?? '', text, code: /Your code: (\d{6})/.exec(text)?.[1] ?? '' };
}
