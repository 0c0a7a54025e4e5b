import { readFileSync, writeFileSync } from 'node:fs';
import { buildCms, createSigningJob, embedContents } from '@paraph/pades';
import { newSigner } from './authority.ts';

// For a remote signer, or one that signs later. Services of the Cloud Signature Consortium API are a signer
// directly: `await cscService({ baseUrl, transport, authorization }).signer(credentialId)`.
const [input = 'contract.pdf', output = 'later.pdf'] = process.argv.slice(2);
const signer = newSigner('Ana');
const [certificate = new Uint8Array()] = signer.certificates;
const original = readFileSync(input);

const job = createSigningJob(original);
const fields = job.prepareDocument({ signatureFields: [{ name: 'Ana', page: 0, rect: [0, 0, 0, 0] }] });
const options = { fieldName: 'Ana', name: 'Ana', appearance: null, signingTime: new Date() };
const prepared = job.prepare(options, certificate); // plain data: can be stored

const signature = await signer.sign(prepared.signedAttributes); // in another place, at any time
const { certificates, algorithm } = signer;
const cms = buildCms({ ...prepared, signature, certificates, algorithm }); // refused when it does not verify
writeFileSync(output, Buffer.concat([original, fields, embedContents(prepared, cms)]));
