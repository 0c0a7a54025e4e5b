import { expect } from 'vitest';
import type { stageForThisFile } from './stage.ts';

type Stage = Awaited<ReturnType<typeof stageForThisFile>>;

/** The link in the mail that is kept for an address. */
export async function keptLink({ account }: Pick<Stage, 'account'>, name: string): Promise<string> {
  type Mailbox = { items: { id: number; subject: string }[] };
  const find = async () => {
    const { items } = (await account.call('/api/v1/mailbox')) as Mailbox;
    return items.find(({ subject }) => subject.endsWith(name));
  };
  await expect.poll(find).toBeDefined();
  const message = (await account.call(`/api/v1/mailbox/${(await find())?.id}`)) as { text: string };
  return /https?:\/\/\S+\/sign\/\S+/.exec(message.text)?.[0] ?? '';
}
