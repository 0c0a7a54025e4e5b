import { readFileSync, writeFileSync } from 'node:fs';
import { createSigningJob, finishSignature, validate } from '@paraph/pades';
import { newSigner, root } from './authority.ts';

const [input = 'contract.pdf', output = 'in-turn.pdf', fontPath = 'DejaVuSans.ttf'] = process.argv.slice(2);
const original = readFileSync(input);
const font = readFileSync(fontPath);
const names = ['Ana', 'Ben'];

// All fields are prepared before the first person sees the file; each signature locks the fields of its signer.
const job = createSigningJob(original);
const at = (index: number, posY: number) => ({
  page: 0,
  displayed: { posX: 10 + index * 45, posY, width: 35, height: 4 },
});
const updates = [
  job.prepareDocument({
    formFields: names.flatMap((name, index) => [
      {
        ...at(index, 50),
        kind: 'text',
        name: `${name}-city`,
        font,
        isReadOnly: true,
        tooltip: `City of ${name}`,
      },
      { ...at(index, 56), kind: 'checkbox', name: `${name}-terms`, isReadOnly: true },
    ]),
    signatureFields: names.map((name, index) => ({
      ...at(index, 62),
      name,
      locks: [`${name}-city`, `${name}-terms`],
    })),
  }),
];
for (const name of names) {
  const signer = newSigner(name);
  const [certificate = new Uint8Array()] = signer.certificates;
  const options = {
    fieldName: name,
    name,
    appearance: null,
    signingTime: new Date(),
    answers: [
      { name: `${name}-city`, text: 'Ærøskøbing', font },
      { name: `${name}-terms`, checked: true },
    ],
  };
  // The file with this update appended is what the signer is shown; its signature value is still empty.
  const preview = job.prepare(options, certificate);
  const update = await finishSignature(preview, signer);
  job.append(update);
  updates.push(update);
}
writeFileSync(output, Buffer.concat([original, ...updates]));

for (const { signerName, sinceSigning } of validate(job.source, { anchors: [root] }).signatures)
  console.log(`${signerName}: ${sinceSigning}`);
