import { readFileSync, writeFileSync } from 'node:fs';
import { createSigningJob, examine, validate } from '@paraph/pades';
import { newSigner, root } from './authority.ts';

const [input = 'contract.pdf', output = 'signed.pdf', font = 'DejaVuSans.ttf'] = process.argv.slice(2);
const original = readFileSync(input);
const { refusals } = examine(original); // untrusted content: scripts, attachments, …
if (refusals.length > 0) throw new Error(refusals.map(({ message }) => message).join(' '));

// Every step returns bytes to append. The bytes before them do not change, so earlier signatures remain valid.
const job = createSigningJob(original);
const updates = [
  job.prepareDocument({
    flatten: true,
    signatureFields: [{ name: 'Buyer', page: 0, displayed: { posX: 10, posY: 70, width: 35, height: 10 } }],
  }),
  await job.sign(
    {
      fieldName: 'Buyer',
      name: 'Zoë Ångström',
      reason: 'I agree',
      signingTime: new Date(),
      appearance: {
        image: null,
        name: 'Zoë Ångström',
        timeText: new Date().toUTCString(),
        code: 'PF-7K2M',
        font: readFileSync(font),
      },
    },
    newSigner('Zoë Ångström'),
  ),
];
writeFileSync(output, Buffer.concat([original, ...updates]));

const [signature] = validate(job.source, { anchors: [root] }).signatures;
console.log(`${signature?.signerName}: intact ${signature?.integrity.ok}, ${signature?.coverage}`);
