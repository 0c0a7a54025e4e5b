import { copyFileSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import {
  type ContenderName,
  type Credentials,
  contender,
  fieldsNamed,
  readKeys,
  signatureOptions,
} from './sign-contenders.ts';

// One file signed once, from disk to disk, in a process that has done nothing else: what a first signature costs, and
// how much memory. Told by its arguments; answers one line.

const STATUS = '/proc/self/status';
const [name = '', source = '', target = '', credentialsPath = ''] = process.argv.slice(2);
const keys = readKeys(JSON.parse(readFileSync(credentialsPath, 'utf8')) as Credentials);
if (name === 'paraph') await signStreaming();
else {
  const signFile = await contender(name as ContenderName, keys);
  writeFileSync(target, await signFile(readFileSync(source)));
}
console.log(JSON.stringify({ peakMib: readPeakMib() }));

/** As the service does it: the file is never held, only read in pieces. */
async function signStreaming(): Promise<void> {
  const { createSigningJob, localSigner } = await import('../pades/src/index.ts');
  const { openFileSource } = await import('../storage/src/disk.ts');
  const file = openFileSource(source);
  const job = createSigningJob(file);
  const updates = [
    job.prepareDocument({ signatureFields: fieldsNamed(['Signer']) }),
    await job.sign(signatureOptions('Signer'), localSigner(keys.key, keys.certificates)),
  ];
  file.close();
  copyFileSync(source, target);
  const output = openSync(target, 'a');
  for (const update of updates) writeSync(output, update);
}

/** What `getrusage` says begins with the parent's own memory; Linux knows better (proc_pid_status(5), VmHWM). */
function readPeakMib(): number {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(existsSync(STATUS) ? readFileSync(STATUS, 'latin1') : '')?.[1];
  return Number(kib ?? process.resourceUsage().maxRSS) / 1024;
}
