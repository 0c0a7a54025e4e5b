import type { MessageValues } from '@paraph/domain';
import type { EvidenceView } from '../evidence/compose-document.ts';
import { canonicalJson } from '../platform/json.ts';
import type { BundledDocument, BundledSignature } from './bundle-document.ts';
import { type BundleFile, pemOf, textFile } from './bundle-file.ts';
import type { BundledLog } from './bundle-log.ts';
import { OTHERS_FILE, ROOTS_FILE, type Step, signedBytes } from './steps.ts';

type Record = EvidenceView['record'];
type Signer = Record['signers'][number];
type Event = Record['events'][number];

const RECORD_START = '{"record":';
const RECORD_FILE = 'evidence.json';
const TRAIL_FILE = 'proof/trail.txt';
const TOKEN_FILE = 'proof/record.tst';

/** In the spelling that the timestamp covers, so that it can be cut out. */
export function recordFiles({ record, seal }: EvidenceView): BundleFile[] {
  return [
    textFile(RECORD_FILE, `${RECORD_START}${canonicalJson(record)},"seal":${JSON.stringify(seal)}}\n`),
    { name: TOKEN_FILE, content: Buffer.from(seal.token, 'base64') },
    textFile(TRAIL_FILE, record.events.map((event) => `${linkOf(event, record)}\n`).join('')),
  ];
}

/** What the hash of an event covers after the hash of the one before (`record.chain.algorithm`). */
function linkOf(
  { actor, detail, name, time, sequence, version, snapshotSha256 }: Event,
  { workflow }: Record,
): string {
  const covered = version > 1 ? { snapshotSha256 } : {};
  return canonicalJson({
    actor,
    detail,
    name,
    occurredAt: time,
    sequence,
    workflowId: workflow.id,
    ...covered,
  });
}

export function recordSealed({ record }: EvidenceView): Step {
  const { length } = Buffer.from(canonicalJson(record));
  const at = Math.floor(Date.parse(record.recordTime) / 1000);
  return {
    does: 'recordSealed',
    command: [
      `tail -c +${RECORD_START.length + 1} ${RECORD_FILE} | head -c ${length} |`,
      `  openssl ts -verify -data /dev/stdin -in ${TOKEN_FILE} -token_in \\`,
      `    -CAfile ${ROOTS_FILE} -untrusted ${OTHERS_FILE} -attime ${at}`,
    ].join('\n'),
    prints: 'Verification: OK',
  };
}

/** Computes the hash of each event, as the others use them. */
export function trailHolds({ chain }: Record): Step {
  return {
    does: 'trailHolds',
    command: [
      'mkdir -p work; : > work/hash; : > work/hashes.txt; n=0',
      'while IFS= read -r line; do n=$((n + 1))',
      '  { cat work/hash; printf \'%s\' "$line"; } | openssl dgst -sha256 -binary > work/next',
      '  mv work/next work/hash',
      '  echo "$n $(od -An -v -tx1 work/hash | tr -d \' \\n\')" >> work/hashes.txt',
      `done < ${TRAIL_FILE}`,
      'tail -n 1 work/hashes.txt &&',
      `grep -c -F "\\"head\\":\\"$(tail -n 1 work/hashes.txt | cut -d' ' -f2)\\"" ${RECORD_FILE}`,
    ].join('\n'),
    prints: `${chain.events} ${chain.head}`,
  };
}

/** The head of the trail in the dictionary of a signature, which the signature covers. */
export function trailInSignature(signature: BundledSignature, trail: string, values: MessageValues): Step {
  const [events = ''] = trail.split(' ');
  return {
    does: 'trailInSignature',
    values: { ...values, events },
    command: `${signedBytes(signature)} |\n  grep -c -F "($(sed -n ${events}p work/hashes.txt))" && sed -n ${events}p work/hashes.txt`,
    prints: trail,
  };
}

/** The leaf is the hash of the chain after one of its last events. */
export function trailLogged({ events }: Record, { entry, hash }: BundledLog): Step {
  const { sequence = 1 } = events.findLast((event) => event.hash === hash) ?? {};
  const command = `grep "$(sed -n ${sequence}p work/hashes.txt | cut -d' ' -f2)" ${entry}`;
  return { does: 'trailLogged', values: { events: sequence }, command, prints: hash };
}

/** What the trail says of one person in one step. */
export function trailOf({ events }: Record, { actionId, act }: Signer, values: MessageValues): Step | null {
  const theirs = events.filter(({ name, detail }) => detail.actionId === actionId && OWN.has(name));
  if (theirs.length === 0 || !act) return null;
  const lines = theirs.map(({ sequence }) => `${sequence}p`).join(';');
  return {
    does: 'trailOf',
    values,
    command: `sed -n '${lines}' ${TRAIL_FILE}`,
    prints: `"action.${act.result}"`,
  };
}

const OWN: ReadonlySet<string> = new Set([
  'link.opened',
  'consent.given',
  'identification.proven',
  'action.signed',
  'action.approved',
  'action.declined',
]);

interface Assertion {
  nonce: string;
  publicKey: string;
  signature: string;
  clientDataJSON: string;
  authenticatorData: string;
}

interface Passkey {
  folder: string;
  contentHash: string;
  assertion: Assertion;
  /** The event of the proof, and that of the act which used it up. */
  proven: number;
  acted: number;
}

/** The passkey by which a person showed who signs; null without one. */
export function passkeyOf({ events }: Record, { actionId }: Signer): Passkey | null {
  const acted = events.findLast(
    ({ name, detail }) => name === 'action.signed' && detail.actionId === actionId,
  );
  const { proofId } = (acted?.detail.identification ?? {}) as { proofId?: unknown };
  const proven = events.find(
    ({ name, detail }) => name === 'identification.proven' && detail.proofId === proofId && detail.assertion,
  );
  if (!acted || !proven || proofId === undefined) return null;
  const { assertion, contentHash } = proven.detail as { assertion: Assertion; contentHash: string };
  const places = { proven: proven.sequence, acted: acted.sequence };
  return { folder: `proof/passkey-${actionId}`, contentHash, assertion, ...places };
}

export function passkeyFiles({ folder, contentHash, assertion }: Passkey): BundleFile[] {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return [
    { name: `${folder}/client-data.json`, content: bytes(assertion.clientDataJSON) },
    { name: `${folder}/authenticator-data.bin`, content: bytes(assertion.authenticatorData) },
    { name: `${folder}/signature.bin`, content: bytes(assertion.signature) },
    { name: `${folder}/nonce.bin`, content: bytes(assertion.nonce) },
    { name: `${folder}/content-hash.bin`, content: Buffer.from(contentHash, 'hex') },
    textFile(`${folder}/public-key.pem`, pemOf('PUBLIC KEY', bytes(assertion.publicKey))),
  ];
}

/** WebAuthn Level 2, "Verifying an Authentication Assertion". */
export function passkeySteps({ folder, proven, acted }: Passkey, values: MessageValues): Step[] {
  const url = "openssl base64 -A | tr '+/' '-_' | tr -d =";
  const hex = `$(od -An -v -tx1 ${folder}/content-hash.bin | tr -d ' \\n')`;
  return [
    {
      does: 'passkeySigned',
      values,
      command: [
        `{ cat ${folder}/authenticator-data.bin; openssl dgst -sha256 -binary ${folder}/client-data.json; } |`,
        `  openssl dgst -sha256 -verify ${folder}/public-key.pem -signature ${folder}/signature.bin`,
      ].join('\n'),
      prints: 'Verified OK',
    },
    {
      does: 'passkeyContent',
      values,
      command: [
        `challenge=$({ printf 'paraph-sign-v1\\000'; cat ${folder}/content-hash.bin ${folder}/nonce.bin; } |`,
        `  openssl dgst -sha256 -binary | ${url}) &&`,
        `grep -F "\\"challenge\\":\\"$challenge\\"" ${folder}/client-data.json &&`,
        `sed -n ${proven}p ${TRAIL_FILE} | grep -q -F "$(cat ${folder}/signature.bin | ${url})" &&`,
        `sed -n ${acted}p ${TRAIL_FILE} | grep -q -F "\\"contentHash\\":\\"${hex}\\"" &&`,
        'echo "the passkey answered for this content"',
      ].join('\n'),
      prints: 'the passkey answered for this content',
    },
  ];
}

interface Shown {
  document: BundledDocument;
  size: number;
  sha256: string;
}

/** Which beginning of each sealed file a person was shown. */
export function shownTo({ act }: Signer, documents: readonly BundledDocument[]): Shown[] {
  return (act?.documents ?? []).flatMap(({ id, sha256 }) => {
    const document = documents.find(({ record }) => record.id === id);
    const states = document ? [document.record.original, ...document.record.revisions] : [];
    const state = states.find((each) => each.sha256 === sha256);
    return document && state ? [{ document, size: state.size, sha256 }] : [];
  });
}

export function asShown(
  { document, size, sha256 }: Shown,
  { actionId }: Signer,
  values: MessageValues,
): Step {
  const path = `work/document-${document.number}-as-shown-${actionId}.pdf`;
  return {
    does: 'asShown',
    values: { ...values, path, document: document.number },
    command: [
      `mkdir -p work && head -c ${size} ${document.path} > ${path} &&`,
      `hash=$(sha256sum < ${path} | cut -c1-64) && echo "$hash" &&`,
      `grep '"actionId":${actionId}[,}]' ${TRAIL_FILE} | grep -c -F "\\"sha256\\":\\"$hash\\""`,
    ].join('\n'),
    prints: sha256,
  };
}

/** Each answer with its salt, and the hash that the trail has of both. */
export function answerFiles({ actionId, act }: Signer): BundleFile[] {
  const answers = (act?.answers ?? []).flatMap(({ fieldId, value, valueSha256 }) =>
    value === null || valueSha256 === null
      ? []
      : [{ name: answerName(actionId, fieldId), value, valueSha256 }],
  );
  if (answers.length === 0 || !act?.salt) return [];
  const sums = answers.map(({ name, valueSha256 }) => `${valueSha256}  ${name}\n`);
  return [
    textFile(sumsName(actionId), sums.join('')),
    ...answers.map(({ name, value }) => textFile(name, `${act.salt}\n${value}`)),
  ];
}

function answerName(actionId: number, fieldId: number): string {
  return `proof/answers-${actionId}/field-${fieldId}.txt`;
}

function sumsName(actionId: number): string {
  return `proof/answers-${actionId}/SHA256SUMS`;
}

export function answersHold(record: Record, signer: Signer, values: MessageValues): Step | null {
  const { actionId } = signer;
  const acted = record.events.findLast(
    ({ name, detail }) => name === 'action.signed' && detail.actionId === actionId,
  );
  if (!acted || answerFiles(signer).length === 0) return null;
  const sums = sumsName(actionId);
  return {
    does: 'answersHold',
    values,
    command: [
      `sha256sum -c ${sums} &&`,
      `cut -c1-64 ${sums} | while read -r hash; do`,
      `  sed -n ${acted.sequence}p ${TRAIL_FILE} | grep -q "$hash" || exit 1`,
      'done && echo "the trail has these answers"',
    ].join('\n'),
    prints: 'the trail has these answers',
  };
}
