import { Refusal } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import { isEnvelopeId } from './store/new-workflow-store.ts';

/** Executes one item of a bulk call (interface.md §5.3): a refusal becomes an item of the response. */
export async function asBulkItem(identifier: string | number, act: () => Promise<unknown>) {
  try {
    return { identifier, result: true, response: (await act()) ?? null, error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message } = error;
    return { identifier, result: false, response: null, error: { code, message } };
  }
}

/** The id by which the call named its workflow, repeated in the item of the response. */
export function namedBy(request: FastifyRequest, params: { workflowId: number }): string | number {
  const { workflowId: named = '' } = request.params as { workflowId?: string };
  return isEnvelopeId(named) ? named : params.workflowId;
}
