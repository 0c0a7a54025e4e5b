// biome-ignore-all format: a step of docs/log.md a line. Checks the signatures of people in a sealed PDF by that page and by
// the record of evidence: no code of Paraph, no network. node tools/check-signature.mjs PDF RECORD LOG-KEY [WITNESS-KEY…]
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [pdf, evidence] = process.argv.slice(2, 4).map((name) => readFileSync(name));
const { signers, documents } = JSON.parse(evidence).record;
const need = (isTrue, claim) => { console.log(`${isTrue ? 'yes' : 'NO '} ${claim}`); if (!isTrue) process.exitCode = 1; };
const sha = (...all) => createHash('sha256').update(Buffer.concat(all.map((each) => Buffer.from(each)))).digest();
const [b64, publicKey] = [(text) => Buffer.from(text, 'base64'), (key) => createPublicKey({ key, format: 'der', type: 'spki' })];
const [logKey, ...witnesses] = process.argv.slice(4).map((text) => b64(text.split('+').slice(2).join('+')).subarray(1)).map((raw) => publicKey(Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])));
function parse(der, size = der[1] < 0x80 ? 0 : der[1] & 0x7f, end = 2 + size + (size ? der.readUIntBE(2, size) : der[1])) {
  return { tag: der[0], content: der.subarray(2 + size, end), whole: der.subarray(0, end), rest: der.subarray(end) };
}
function inside({ content }, list = []) {
  for (let rest = content; rest.length > 0; rest = list.at(-1).rest) list.push(parse(rest));
  return list;
}
const attributesIn = (set) => new Map(inside(set).map((each) => inside(each)).map(([type, values]) => [type.content.toString('hex'), inside(values)[0]]));
const own = (last) => `69b7eb9bbfa7b9f2aa87b3a7bb898793c0dd490${last}`; // 2.25.37110460961243104103709962234061926089.LAST
function checkProof({ index, entry, proof, checkpoint }, kind, hash) { // RFC 9162 §2.1.3.2; returns how many witnesses signed
  need(entry.startsWith(`${kind} `) && entry.endsWith(` ${hash.toString('hex')}\n`), `the leaf is of this ${kind}`);
  const [text, lines] = [checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1), checkpoint.split('\n\n')[1].split('\n')];
  let [at, last, node] = [index, text.split('\n')[1] - 1, sha('\0', entry)];
  for (const other of proof.map(b64)) {
    node = at % 2 === 1 || at === last ? sha('\x01', other, node) : sha('\x01', node, other);
    while (at === last && at % 2 === 0 && at > 0) [at, last] = [at / 2, last / 2];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  need(last === 0 && node.toString('base64') === text.split('\n')[2], `leaf ${index} leads to the checkpoint`);
  const values = lines.map((line) => b64(line.split(' ')[2] ?? '').subarray(4));
  need(values.some((value) => verify(null, text, logKey, value)), 'the log signed the checkpoint');
  const saw = (key, value) => value.length === 72 && verify(null, `cosignature/v1\ntime ${value.readBigUInt64BE()}\n${text}`, key, value.subarray(8));
  return witnesses.filter((key) => values.some((value) => saw(key, value))).length;
}
for (const [, one, two, rest] of pdf.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/g)) {
  const [, , , ...sets] = inside(inside(inside(parse(Buffer.from(pdf.toString('latin1', +one + 1, two - 1), 'hex')))[1])[0]);
  const signer = inside(inside(sets.at(-1))[0]);
  const [signed, proofs] = [0xa0, 0xa1].map((tag) => signer.find((each) => each.tag === tag)).map((set) => set && attributesIn(set));
  if (!signed.has(own(4))) continue; // a document timestamp, or the seal of an organization
  const [digest, named, contentHash] = ['2a864886f70d010904', '2a864886f70d010910022f', own(4)].map((oid) => signed.get(oid).content);
  const der = inside(sets.find(({ tag }) => tag === 0xa0)).map(({ whole }) => whole).find((each) => named.includes(sha(each)));
  const [certificate, bound] = [new X509Certificate(der), der.subarray(der.indexOf(own(1), 0, 'hex'))];
  need(digest.equals(sha(pdf.subarray(0, +one), pdf.subarray(+two, +two + +rest))) && bound.includes(digest), `certified for these bytes: ${certificate.subject}`);
  need(verify('sha256', Buffer.concat([Buffer.from([0x31]), signer.find(({ tag }) => tag === 0xa0).whole.subarray(1)]), certificate.publicKey, signer.find(({ tag }) => tag === 4).content), 'its key signed them');
  const [index, entry, path, note] = inside(proofs.get(own(2))).map(({ content }) => content);
  checkProof({ index: index.readUIntBE(0, index.length), entry: `${entry}`, proof: inside({ content: path }).map((each) => each.content.toString('base64')), checkpoint: `${note}` }, 'certificate', sha(der));
  const hashOf = ({ act, ...who }) => sha(JSON.stringify([act.shownSha256, who.actionId, who.recipientId, who.name, who.email, act.answers.map((each) => [each.fieldId, each.value])]));
  need(signers.some((each) => each.act && hashOf(each).equals(contentHash)), 'the content hash is of what one person was shown and answered');
  const [record, { contentHash: recorded, assertion }] = [proofs.get(own(3))?.content, JSON.parse(proofs.get(own(3))?.content ?? '{}')];
  if (record) need(bound.includes(sha(record)) && recorded === contentHash.toString('hex'), 'the record of who signed is of certificate and content');
  if (!assertion) continue;
  const [client, data, nonce, key, value] = ['clientDataJSON', 'authenticatorData', 'nonce', 'publicKey', 'signature'].map((name) => Buffer.from(assertion[name], 'base64url'));
  const { challenge, type, origin } = JSON.parse(client);
  need(type === 'webauthn.get' && challenge === sha('paraph-sign-v1\0', contentHash, nonce).toString('base64url'), 'the passkey was asked for this content');
  need(origin === assertion.relyingParty.origin && data.subarray(0, 32).equals(sha(assertion.relyingParty.id)) && (data[32] & 5) === 5, 'by a verified person, at this site');
  need(verify('sha256', Buffer.concat([data, sha(client)]), publicKey(key), value), 'the passkey signed');
}
for (const { sealed } of documents.filter((each) => each.sealed?.sha256 === sha(pdf).toString('hex')))
  need(checkProof(sealed.log, 'seal', sha(pdf)) >= witnesses.length, `witnesses that have seen the sealed file: ${witnesses.length}`);
