// Checks the passkeys by which people showed who signs, from an evidence record alone: nothing of Paraph is imported, no
// network is used, and what is believed is the public key of the passkey only.
//
//   node tools/check-passkey.mjs evidence.json [public-key.pem]
//
// Without the second file, the public key in the record is used: the check then shows that the record is consistent, and
// prints the key's SHA-256 for a comparison with one that is known from elsewhere. Ends with 1 if anything does not fit.
import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';

const [recordFile, keyFile] = argv.slice(2);
if (!recordFile) {
  console.error('Usage: node tools/check-passkey.mjs evidence.json [public-key.pem]');
  exit(2);
}

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const bytes = (text) => Buffer.from(text, 'base64url');
const isEqual = (a, b) => a.length === b.length && timingSafeEqual(a, b);

/** Every event of the trail, wherever the record has it. */
function listEvents(value) {
  if (Array.isArray(value)) return value.flatMap(listEvents);
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value.name === 'string' && typeof value.detail === 'object' ? [value] : [];
  return [...own, ...Object.values(value).flatMap(listEvents)];
}

/** What does not fit, in words. WebAuthn Level 2, "Verifying an Authentication Assertion". */
function* findProblems({ contentHash, assertion }, publicKey) {
  const { clientDataJSON, authenticatorData, signature, nonce, relyingParty } = assertion;
  const client = JSON.parse(bytes(clientDataJSON).toString('utf8'));
  const data = bytes(authenticatorData);
  // The challenge stands for the content: "paraph-sign-v1", a zero byte, the content hash, the nonce.
  const challenge = sha256('paraph-sign-v1\0', Buffer.from(contentHash, 'hex'), bytes(nonce));
  if (client.type !== 'webauthn.get') yield 'the passkey was not asked to sign';
  if (!isEqual(bytes(client.challenge), challenge)) yield 'the challenge is not of this content';
  if (client.origin !== relyingParty.origin) yield 'it was used on the page of another site';
  if (!isEqual(data.subarray(0, 32), sha256(relyingParty.id))) yield 'it belongs to another site';
  if ((data[32] & 0x01) === 0) yield 'the person was not present';
  if ((data[32] & 0x04) === 0) yield 'the authenticator did not verify the person';
  const signed = Buffer.concat([data, sha256(bytes(clientDataJSON))]);
  // ECDSA with P-256 or RSA with PKCS #1 v1.5, as the key says; both with SHA-256.
  if (!verify('sha256', signed, publicKey, bytes(signature))) yield 'the signature is not by this key';
}

const events = listEvents(JSON.parse(readFileSync(recordFile, 'utf8')));
const proofs = events.filter(
  ({ name, detail }) => name === 'identification.proven' && detail.method === 'passkey',
);
let isWell = proofs.length > 0;
if (!isWell) console.log('The record names no passkey.');
for (const { detail } of proofs) {
  const spki = createPublicKey({ key: bytes(detail.assertion.publicKey), format: 'der', type: 'spki' });
  const publicKey = keyFile ? createPublicKey(readFileSync(keyFile)) : spki;
  const problems = [...findProblems(detail, publicKey)];
  const isSigned = events.some(
    (event) =>
      event.name === 'action.signed' &&
      event.detail.contentHash === detail.contentHash &&
      event.detail.identification?.proofId === detail.proofId,
  );
  if (!isSigned) problems.push('no signature of the record rests on it');
  isWell &&= problems.length === 0;
  const key = sha256(publicKey.export({ type: 'spki', format: 'der' })).toString('hex');
  const who = `${detail.recipientName}, content ${detail.contentHash}, key ${key}`;
  console.log(problems.length === 0 ? `Fits: ${who}` : `Does not fit: ${who}: ${problems.join('; ')}`);
}
exit(isWell ? 0 : 1);
