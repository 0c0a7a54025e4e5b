import type { Tx } from '../platform/database.ts';
import { setFieldValue } from './workflow-store.ts';

/** Writes a field's answer; the caller holds the workflow's row and has checked the answer. */
export async function fillWorkflowField(tx: Tx, fieldId: number, value: string | null): Promise<void> {
  await setFieldValue(tx, fieldId, value);
}
