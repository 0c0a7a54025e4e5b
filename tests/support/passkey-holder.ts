import { openAdvancedSigner, readMailedCode } from './advanced-signer.ts';
import { good } from './draft-client.ts';
import type { Session, TestInstance } from './instance.ts';
import type { quickSender } from './quick-sender.ts';
import { openSoftAuthenticator } from './soft-authenticator.ts';

interface Holding {
  instance: TestInstance;
  sender: () => Session;
  create: ReturnType<typeof quickSender>['create'];
}

/** Someone who has signed by a code before, and then sets up a passkey; the address follows from the last digits. */
export async function openPasskeyHolder(
  { instance, sender, create }: Holding,
  digits: string,
  passkey = openSoftAuthenticator(),
) {
  const first = await openAdvancedSigner(instance, create, { phone: `+4179123${digits}` });
  const { signer } = first;
  const begin = async () => {
    good(await signer.call('POST', '/passkeys/code', { language: 'en' }));
    await instance.runJobs();
    const { code } = await readMailedCode(sender());
    return good<{ challenge: string }>(await signer.call('POST', '/passkeys/code/entry', { code }));
  };
  /** By a code, as nobody has a passkey before the first signing. */
  const sign = async () => {
    await instance.deps.database.updateTable('recipients').set({ identification: 'code-mail' }).execute();
    await first.signByMail(sender());
    instance.advance(31);
  };
  const add = async () => {
    const { challenge } = await begin();
    const added = good(await signer.call('POST', '/passkeys', passkey.create(challenge)));
    instance.advance(31);
    return added;
  };
  return { ...first, passkey, begin, sign, add };
}
