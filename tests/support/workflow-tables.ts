import type { Session, TestInstance } from './instance.ts';
import { quickSender } from './quick-sender.ts';

/** Looks into the tables of the present instance, which is read at each call. */
export function workflowTables(instance: () => TestInstance) {
  const query = async (text: string, values: unknown[] = []) =>
    (await instance().deps.pool.query(text, values)).rows;
  const idOf = async (envelopeId: string): Promise<number> =>
    Number((await query('select id from workflows where envelope_id = $1', [envelopeId]))[0].id);
  return {
    query,
    idOf,
    /** Creates a workflow and cancels it; answers its id. */
    createStopped: async (session: Session): Promise<number> => {
      const envelopeId = await quickSender(() => session).create();
      await session.call({ method: 'PUT', url: `/api/v1/envelopes/${envelopeId}/cancel` });
      return idOf(envelopeId);
    },
  };
}
