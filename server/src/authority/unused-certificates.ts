import type { Tx } from '../platform/database.ts';
import { markUsed } from './certificate-store.ts';

/** Records that the key of a certificate has signed; false where the certificate was used or revoked before. */
export async function useCertificate(tx: Tx, serial: string): Promise<boolean> {
  return markUsed(tx, serial);
}
