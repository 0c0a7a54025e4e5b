import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';
import { type Destination, DestinationFault } from './destination.ts';

/** What a trial shows, as it is answered. */
interface Finding {
  ok: boolean;
  text: string;
}

/** Writes a small file of a random name, reads it back and removes it: a sentence each, up to what fails. */
export async function tryOut({ ids }: Pick<Deps, 'ids'>, open: () => Destination): Promise<Finding[]> {
  const findings: Finding[] = [];
  const name = `paraph-${newKey(ids)}.txt`;
  const bytes = Buffer.from('Paraph has written this to see whether it may. It can be deleted.\n');
  const sha256 = createHash('sha256').update(bytes).digest();
  async function* read() {
    yield bytes;
  }
  try {
    const destination = open();
    if ((await destination.put([name], { size: bytes.length, sha256, open: read })) === 'taken')
      return [{ ok: false, text: `${destination.host} says that a file of a random name is there already.` }];
    findings.push({ ok: true, text: `${destination.host} has taken a small file.` });
    const stored = await destination.hash([name]);
    findings.push(
      stored?.equals(sha256)
        ? { ok: true, text: 'It answers the same bytes when the file is read.' }
        : { ok: false, text: 'It answers other bytes when the file is read.' },
    );
    await destination.remove([name]);
    findings.push({ ok: true, text: 'It has removed the file again.' });
  } catch (error) {
    if (!(error instanceof DestinationFault)) throw error;
    findings.push({ ok: false, text: error.message });
  }
  return findings;
}
