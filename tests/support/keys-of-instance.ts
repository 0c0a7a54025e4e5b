import { createPrivateKey } from 'node:crypto';
import {
  entryOf,
  type Making,
  proveIn,
  RECORD,
  sha256,
  signLogged,
} from '../../pades/src/testing/logged-signature.ts';
import { openOwnTimestamping } from '../../server/src/authority/timestamping.ts';
import type { Deps } from '../../server/src/deps.ts';
import { logCertificates } from '../../server/src/transparency-log/integrate-leaves.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';

// What anyone can make who has the keys of an instance: its folder `keys`, or the instance itself.

type Way =
  /** The log has the certificate. */
  | 'logged'
  /** As before there was a log of certificates. */
  | 'without-proof'
  /** In another log, which the key of the log signs too. */
  | 'other-log';

/** A signature by a key that the instance certifies, with a timestamp of the instance. */
export async function signWithItsKeys(deps: Deps, way: Way): Promise<Buffer> {
  const { origin, privateKey } = await openLogKey(deps);
  const at = deps.clock.now();
  const proofs: Making['proofs'] = async (certificate) => {
    if (way === 'without-proof') return { record: RECORD };
    if (way === 'other-log') {
      const entries = [entryOf(sha256('other'), at), entryOf(certificate, at)];
      return { record: RECORD, log: await proveIn(entries, 1, { key: privateKey, origin }) };
    }
    const [log] = await logCertificates(deps, [sha256(certificate)]);
    if (!log) throw new Error('The log gave no proof.');
    return { record: RECORD, log };
  };
  const issuingKey = createPrivateKey((await deps.vault.find('issuing.key'))?.toString() ?? '');
  const { file } = await signLogged({
    proofs,
    signingTime: at,
    timestamping: openOwnTimestamping(deps),
    issuer: { issuing: deps.authority.issuing.certificate, issuingKey },
  });
  return file;
}
