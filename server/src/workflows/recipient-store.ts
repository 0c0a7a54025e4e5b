import type { Tx } from '../platform/database.ts';

export async function setReminded(tx: Tx, actionId: number, at: Date | null): Promise<void> {
  await tx.updateTable('actions').set({ reminded_at: at }).where('id', '=', actionId).execute();
}

export async function updateRecipient(
  tx: Tx,
  id: number,
  person: { name: string; email: string; emailKey: string },
): Promise<void> {
  const { name, email, emailKey } = person;
  await tx.updateTable('recipients').set({ name, email, email_key: emailKey }).where('id', '=', id).execute();
}
