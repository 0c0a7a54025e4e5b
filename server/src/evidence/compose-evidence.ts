import { assertPresent, isFinal, type WorkflowType } from '@paraph/domain';
import { toSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { composeDocument, type EvidenceView } from './compose-document.ts';
import { composeFollower, composeSigner, originOf } from './compose-signer.ts';
import { checkPoints, listNotProven } from './evidence-points.ts';
import type { EvidenceDeps, EvidenceFacts } from './gather-facts.ts';

type Record = EvidenceView['record'];

const EVIDENCE_FORMAT = 'paraph-evidence/1';

/** The record, from facts that have no inconsistencies. */
export function composeEvidence(deps: EvidenceDeps, facts: EvidenceFacts): Record {
  const { workflow, organization, documents } = facts.workflow;
  const seconds = (at: Date | null) => at && toSeconds(at);
  const signers = orderedActions(facts).map((action) => composeSigner(facts, action));
  const body = {
    format: EVIDENCE_FORMAT,
    interim: !isFinal(workflow.status),
    recordTime: deps.clock.now().toISOString(),
    software: `Paraph ${deps.config.version}`,
    instance: deps.config.baseUrl,
    workflow: {
      id: workflow.id,
      envelopeId: workflow.envelope_id,
      name: facts.workflow.title,
      renames: facts.events.flatMap(composeRename),
      type: workflow.type,
      status: workflow.status,
      message: workflow.sender_message,
      createDate: toSeconds(workflow.created_at),
      startDate: seconds(workflow.started_at),
      expiryDate: toSeconds(workflow.expires_at),
      endDate: seconds(workflow.ended_at),
    },
    organization: { id: organization.id, name: organization.name },
    sender: composeSender(facts),
    documents: documents.map((document) => composeDocument(facts, document)),
    annexes: facts.workflow.annexes.map(({ id, name, size, sha256: hash, added_at: addedAt }) => {
      return { id, name, size, sha256: hash, addedTime: addedAt.toISOString() };
    }),
    signers,
    followers: facts.workflow.followers.map((follower) => composeFollower(facts, follower)),
    events: facts.events.map(composeEvent),
    chain: composeChain(facts),
    times: TIMES,
    verification: verificationCommands(deps.config.baseUrl),
    trustAnchorSha256: sha256(deps.authority.root.certificate).toString('hex'),
    retention: {
      until: null,
      basis:
        'Kept until a user with the permission deletes the workflow; no statutory retention period is claimed.',
      contact: facts.workflow.creator.email,
    },
    legal: composeLegal(signers),
  };
  const points = checkPoints(body);
  return { ...body, notProven: listNotProven(body, points), points };
}

function orderedActions({ workflow: { actions, steps } }: EvidenceFacts) {
  const orders = new Map(steps.map((step) => [step.id, step.step_order]));
  const orderOf = (action: { step_id: number }) =>
    assertPresent(orders.get(action.step_id), `step ${action.step_id}`);
  return actions.toSorted((a, b) => orderOf(a) - orderOf(b) || a.id - b.id);
}

function composeSender({ events }: EvidenceFacts): Record['sender'] {
  const created = events.find(({ name }) => name === 'workflow.created');
  if (!created) throw new Error('the event workflow.created is missing, which findInconsistencies reports');
  const { actor } = created;
  return {
    name: actor?.name ?? null,
    email: actor?.email ?? null,
    authentication: actor?.through ?? null,
    ...originOf(created),
  };
}

/** A name changed after the start is a label in lists; the record mentions it and proves the title. */
function composeRename({ name, occurred_at: at, detail }: EvidenceFacts['events'][number]) {
  const { renamed } = detail;
  if (name !== 'workflow.changed' || typeof renamed !== 'object' || renamed === null) return [];
  const { from, to } = renamed as { from?: unknown; to?: unknown };
  return [{ time: at.toISOString(), from: String(from), to: String(to) }];
}

function composeEvent(event: EvidenceFacts['events'][number]): Record['events'][number] {
  return {
    sequence: event.sequence,
    name: event.name,
    time: event.occurred_at.toISOString(),
    actor: event.actor,
    detail: event.detail,
    version: event.version,
    snapshotSha256: event.snapshot_sha256?.toString('hex') ?? null,
    previousHash: event.previous_hash?.toString('hex') ?? null,
    hash: event.hash.toString('hex'),
    mac: event.mac?.toString('hex') ?? '',
  };
}

function composeChain({ events, workflow }: EvidenceFacts): Record['chain'] {
  return {
    algorithm:
      'hash = SHA-256(previousHash as bytes, or nothing, followed by the UTF-8 JSON without spaces and with keys ' +
      'sorted of {actor, detail, name, occurredAt, sequence, snapshotSha256, workflowId}, in version 1 without ' +
      `snapshotSha256); workflowId is ${workflow.workflow.id}, occurredAt is the time of the event as text; mac is ` +
      'an HMAC-SHA-256 by a key of the instance over the previous mac and the same with version and hash',
    events: events.length,
    head: events.at(-1)?.hash.toString('hex') ?? '',
    anchor:
      'The timestamp over this record; and, as of the sealing, the entry XXParaphTrail (number of events and hash of ' +
      'the last one) in every signature of a sealed file; and the leaf of each sealed file in the log of the instance',
  };
}

const TIMES = {
  zone: 'UTC',
  source: 'The clock of the instance; the time in a PDF is that of the timestamp authority named beside it',
  uncertainty:
    'Not measured for the clock of the instance; one second is what its own timestamp authority states',
};

const SEAL = 'and a PAdES seal by which a later change is noticed';

const CLAIMED: Readonly<{ [Level in WorkflowType]: string }> = {
  simple:
    'A simple electronic signature (Regulation (EU) 910/2014, Article 25(1)) with a certificate of this instance for ' +
    `each signer, ${SEAL}`,
  advanced:
    'An advanced electronic signature (Regulation (EU) 910/2014, Article 26) of each signer: a proof bound to the ' +
    `content identified them, their own browser held the key, ${SEAL}`,
  qualified:
    'A qualified electronic signature (Regulation (EU) 910/2014, Article 3(12)) of each signer, as far as the trust ' +
    `service provider in their certificate is one, ${SEAL}`,
};

const NO_ADVANCED =
  'An advanced electronic signature (Article 26): the service holds each key for the moment of signing';
const NO_QUALIFIED =
  'A qualified electronic signature (Article 3(12)): no qualified certificate and no qualified device is used';
const NO_QUALIFIED_TIME = 'A qualified timestamp (Article 42)';

/** What the signatures claim to be: of several the lowest level, and the simple one while nothing is signed. */
function composeLegal(signers: Record['signers']): Record['legal'] {
  const levels = signers.flatMap(({ reached }) => (reached ? [reached.level] : []));
  const lowest =
    (['simple', 'advanced', 'qualified'] as const).find((each) => levels.includes(each)) ?? 'simple';
  const others = { simple: [NO_ADVANCED, NO_QUALIFIED], advanced: [NO_QUALIFIED], qualified: [] }[lowest];
  return { claimed: CLAIMED[lowest], notClaimed: [...others, NO_QUALIFIED_TIME] };
}

// How to verify record and files without this instance, by openssl, pdfsig and Node.

const SORT =
  'const s=v=>Array.isArray(v)?v.map(s):v&&typeof v=="object"' +
  '?Object.fromEntries(Object.keys(v).sort().map(k=>[k,s(v[k])])):v;';
const READ = 'const fs=require("fs"),{record,seal}=JSON.parse(fs.readFileSync("EVIDENCE.json","utf8"));';

/** Writes the record as it was hashed, and the token over it, each into a file. */
const SPLIT =
  'fs.writeFileSync("record.json",JSON.stringify(s(record)));' +
  'fs.writeFileSync("record.tst",Buffer.from(seal.token,"base64"));';

const FOLLOW_TRAIL =
  'let h=Buffer.alloc(0);for(const{actor,detail,name,time,sequence,version,snapshotSha256,hash}of record.events){' +
  'const covered=version>1?{snapshotSha256}:{};' +
  'const link=s({actor,detail,name,occurredAt:time,sequence,workflowId:record.workflow.id,...covered});' +
  'h=require("crypto").createHash("sha256").update(h).update(JSON.stringify(link)).digest();' +
  'if(h.toString("hex")!==hash)throw new Error("The trail does not hold at event "+sequence)}' +
  'if(h.toString("hex")!==record.chain.head)throw new Error("The head is another one");' +
  'console.log("The trail holds: "+record.events.length+" events");';

function verificationCommands(baseUrl: string): { what: string; command: string }[] {
  const base = baseUrl.replace(/\/$/, '');
  return [
    { what: 'Each file is the one named here', command: 'sha256sum FILE.pdf' },
    {
      what: 'The root certificate, whose hash is trustAnchorSha256',
      command: `curl -s ${base}/authority/ca.cer -o root.cer && sha256sum root.cer`,
    },
    { what: 'The signatures in a sealed file', command: 'pdfsig FILE.pdf' },
    {
      what: 'This record is as it was sealed',
      command:
        `node -e '${READ}${SORT}${SPLIT}' && openssl x509 -inform der -in root.cer -out root.pem && ` +
        'openssl ts -verify -data record.json -in record.tst -token_in -CAfile root.pem',
    },
    { what: 'The whole trail holds, up to its head', command: `node -e '${READ}${SORT}${FOLLOW_TRAIL}'` },
  ];
}
