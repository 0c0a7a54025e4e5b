import { Refusal, ShownFault, type SigningLanguage } from '@paraph/domain';
import { type Certificate, parseCertificate, readTimestampToken } from '@paraph/pades';
import { readLanguage } from '../accounts/api.ts';
import type { Deps } from '../deps.ts';
import type { CompletionDeps } from '../evidence/completion-certificate.ts';
import type { EvidenceView } from '../evidence/compose-document.ts';
import { loadEvidence } from '../evidence/read-evidence.ts';
import { completionTextsIn } from '../evidence/texts/texts-in.ts';
import { asUpload } from '../files/examine-document.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { readBytesOf } from '../files/read-stored-file.ts';
import type { Caller } from '../http/caller.ts';
import { sha256 } from '../platform/ids.ts';
import { openLogKey } from '../transparency-log/log-key.ts';
import { readNewestInclusion } from '../transparency-log/read-inclusion.ts';
import { listTrustAnchors } from '../verification/trust-anchors.ts';
import type { TrustAnchor } from '../verification/verified-document.ts';
import { evaluateUpload } from '../verification/verify-document.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import type { Bundle, BundledRoot } from './bundle.ts';
import { type BundledDocument, bundleDocument, isSame } from './bundle-document.ts';
import { type BundleFile, pemOf, textFile } from './bundle-file.ts';
import { bundleLog, keyFilesOf, type LogKeys } from './bundle-log.ts';
import { answerFiles, passkeyFiles, passkeyOf, recordFiles } from './record-steps.ts';
import { ISSUERS_FILE, OTHERS_FILE, ROOTS_FILE } from './steps.ts';
import { bundleTextsIn } from './texts/texts-in.ts';

export type GatherDeps = CompletionDeps & Pick<Deps, 'intake'>;

interface Asked {
  caller: Caller;
  workflow: WorkflowRecord;
  /** Default: that of the sender’s account. */
  language: SigningLanguage | undefined;
}

/**
 * What a bundle says, and its short files. One document at a time is in memory.
 *
 * @throws ShownFault naming every inconsistency of the evidence, or for a seal that was renewed meanwhile
 */
export async function gatherBundle(
  deps: GatherDeps,
  { caller, workflow: { workflow, documents: rows }, language }: Asked,
): Promise<{ bundle: Bundle; files: BundleFile[] }> {
  const evidence = await loadEvidence(deps, workflow.id);
  const { record } = evidence;
  const keys = {
    log: (await openLogKey(deps)).publicKey,
    witnesses: deps.config.witnesses.map(({ key }) => key),
  };
  const anchors = await listTrustAnchors(deps, caller);
  const fileIds = new Map(rows.map(({ id, sealed_file_id: fileId }) => [id, fileId ?? 0]));
  const documents: BundledDocument[] = [];
  for (const [index, each] of record.documents.entries()) {
    const about = { number: index + 1, record: each, fileId: fileIds.get(each.id) ?? 0 };
    documents.push(await gatherDocument(deps, about, { anchors, keys, userId: caller.userId }));
  }
  const hashes = record.events.map(({ hash }) => Buffer.from(hash, 'hex'));
  const trail = bundleLog('proof/trail', await readNewestInclusion(deps, hashes), keys);
  const { roots, files: certificateFiles } = listCertificates(documents, evidence, anchors);
  const chosen = language ?? (await readLanguage(deps.database, record.retention.contact)) ?? 'en';
  const words = completionTextsIn(chosen);
  const ownAuthorities = anchors
    .filter(({ trustedBy }) => trustedBy === 'this-instance')
    .map(({ der }) => parseCertificate(der).subject);
  return {
    bundle: {
      language: chosen,
      texts: bundleTextsIn(chosen),
      words,
      evidence,
      documents,
      trail,
      roots,
      ownAuthorities,
    },
    files: [
      ...recordFiles(evidence),
      ...documents.flatMap(({ files }) => files),
      ...(trail?.files ?? []),
      ...record.signers.flatMap(answerFiles),
      ...record.signers.flatMap((signer) => {
        const passkey = passkeyOf(record, signer);
        return passkey ? passkeyFiles(passkey) : [];
      }),
      ...certificateFiles,
      ...keyFilesOf(keys),
    ],
  };
}

interface Sealed {
  number: number;
  record: EvidenceView['record']['documents'][number];
  fileId: number;
}

interface About {
  anchors: readonly TrustAnchor[];
  keys: LogKeys;
  userId: number;
}

async function gatherDocument(
  deps: GatherDeps,
  { number, record, fileId }: Sealed,
  { anchors, keys, userId }: About,
): Promise<BundledDocument> {
  const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
  // The renewal of a seal replaces the file.
  if (file?.sha256.toString('hex') !== record.sealed?.sha256 || !file)
    throw new ShownFault('The seal of a document was renewed just now. Try again.', { retryable: true });
  const bytes = await readBytesOf(deps, file);
  const log = bundleLog(`proof/document-${number}`, record.sealed?.log ?? null, keys);
  const document = bundleDocument({ number, record, file, log, bytes, keys });
  const report = await reportOf(deps, { bytes, name: record.name, userId }, anchors);
  return {
    ...document,
    files: [...document.files, { ...report, name: `proof/document-${number}/${report.name}` }],
  };
}

/** The validation report (ETSI TS 119 102-2); of a file that is too large for the checks why there is none. */
async function reportOf(
  deps: GatherDeps,
  about: { bytes: Buffer; name: string; userId: number },
  anchors: readonly TrustAnchor[],
): Promise<BundleFile> {
  const options = { anchors, at: deps.clock.now(), withXml: true };
  try {
    const { xml } = await asUpload(deps, about, (upload) => evaluateUpload(deps, upload, options));
    return textFile('validation-report.xml', xml ?? '');
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'DOCUMENT_NOT_ACCEPTED') throw error;
    return textFile('no-validation-report.txt', `${error.message}\n`);
  }
}

/** Those at which a path of the documents ends, and all below them. */
function listCertificates(
  documents: readonly BundledDocument[],
  { record, seal }: EvidenceView,
  anchors: readonly TrustAnchor[],
): { roots: BundledRoot[]; files: BundleFile[] } {
  const inRecord = record.signers.flatMap(({ certificates }) =>
    certificates.flatMap(({ chain }) => chain.map((der) => parseCertificate(Buffer.from(der, 'base64')))),
  );
  const inToken = readTimestampToken(Buffer.from(seal.token, 'base64')).cms.certificates;
  const found = [...documents.flatMap(({ certificates }) => certificates), ...inRecord, ...inToken];
  const roots = anchors
    .filter(({ der }, index) => anchors.findIndex((each) => each.der.equals(der)) === index)
    .map((anchor) => ({ ...anchor, certificate: parseCertificate(anchor.der) }))
    .filter(({ certificate }) => found.some(({ issuer }) => isSame(issuer, certificate.subject)))
    .map((root, index) => ({ ...root, path: `certificates/root-${index + 1}.pem` }));
  const others = new Map<string, Certificate>();
  for (const each of found)
    if (!roots.some(({ der }) => isSame(der, each.der)))
      others.set(Buffer.from(each.der).toString('hex'), each);
  const pem = (list: readonly { der: Uint8Array }[]) =>
    list.map(({ der }) => pemOf('CERTIFICATE', der)).join('');
  return {
    roots: roots.map(({ path, trustedBy, certificate, der }) => ({
      path,
      trustedBy,
      subject: certificate.commonName ?? certificate.organization ?? '',
      fingerprint: sha256(der).toString('hex'),
    })),
    files: [
      ...roots.map(({ path, der }) => textFile(path, pemOf('CERTIFICATE', der))),
      textFile(ROOTS_FILE, pem(roots)),
      textFile(OTHERS_FILE, pem([...others.values()])),
      textFile(ISSUERS_FILE, pem([...roots, ...others.values()])),
    ],
  };
}
