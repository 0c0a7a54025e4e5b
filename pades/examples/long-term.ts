import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  augment,
  createCrl,
  createSigningJob,
  createTimestampResponse,
  type Timestamping,
} from '@paraph/pades';
import { newSigner, root, rootSigner } from './authority.ts';

const [input = 'contract.pdf', output = 'long-term.pdf'] = process.argv.slice(2);
const clock = newSigner('Example Time', 'timestamping');

// Over a network the port posts `request` as application/timestamp-query; here an authority in this process responds.
const timestamping: Timestamping = {
  authorities: [
    {
      timestamp: (request) =>
        createTimestampResponse({
          request,
          signer: clock,
          serial: randomBytes(16),
          time: new Date(),
          policy: '1.2.3.4',
          accuracySeconds: 1,
        }),
    },
  ],
  anchors: [root],
  now: () => new Date(),
  randomBytes,
};
// Over a network: onlineRevocation({ fetchCrl, askOcsp }), which uses the URLs in the certificates.
const day = { thisUpdate: new Date(), nextUpdate: new Date(Date.now() + 86_400_000) };
const list = await createCrl({ signer: rootSigner, number: 1, revoked: [], ...day });
const revocation = { revocation: async () => ({ crls: [list], ocsps: [] }) };

const original = readFileSync(input);
const job = createSigningJob(original);
const names = ['Ana', 'Ben'];
const updates = [
  job.prepareDocument({
    signatureFields: names.map((name) => ({ name, page: 0, rect: [0, 0, 0, 0] as const })), // on no page
  }),
];
for (const name of names) {
  const options = { fieldName: name, name, appearance: null, signingTime: new Date() };
  updates.push(await job.sign(options, newSigner(name), timestamping)); // B-T
}
updates.push(...(await augment(job, 'B-LTA', { timestamping, revocation, anchors: [root] }))); // renews when repeated
writeFileSync(output, Buffer.concat([original, ...updates]));
writeFileSync(`${output}.root.cer`, root);
