import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { conflict, isFinal, ShownFault, type SigningLanguage } from '@paraph/domain';
import { readCompletionCertificate } from '../evidence/completion-certificate.ts';
import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import { openWhole } from '../files/serve-file.ts';
import type { Caller } from '../http/caller.ts';
import { countHit } from '../http/rate-limit.ts';
import { writeZip, type ZipEntry } from '../platform/zip.ts';
import { readOfflineVerifier } from '../verification/offline-verifier.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import type { Bundle } from './bundle.ts';
import type { BundleFile } from './bundle-file.ts';
import { loadVerifier } from './bundled-verifier.ts';
import { CERTIFICATE_FILE, composePages, SUMS_FILE, VERIFIER_FILE } from './compose-pages.ts';
import { type GatherDeps, gatherBundle } from './gather-bundle.ts';

export type CourtBundleDeps = GatherDeps;

interface Asked extends WorkflowAddress {
  language?: SigningLanguage | undefined;
}

/**
 * All that proves a signed workflow, to be checked without this instance: a ZIP archive that is made while it is read,
 * once everything short is gathered.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT` unless it is signed, `RATE_LIMIT_REACHED`;
 *   ShownFault naming every inconsistency, or for a verifier that is not built
 */
export async function readCourtBundle(
  deps: CourtBundleDeps,
  caller: Caller,
  { language, ...address }: Asked,
): Promise<{ fileName: string; archive: Readable }> {
  const workflow = await readVisibleWorkflow(deps, caller, address);
  const { status, name } = workflow.workflow;
  if (status !== 'signed')
    throw conflict(
      isFinal(status)
        ? 'There is no court bundle: the workflow ended without signed documents. Its certificate says how it ended.'
        : 'There is no court bundle yet: it is made once everyone has signed and the documents are sealed.',
    );
  await countHit(deps, 'courtBundle', String(caller.userId));
  const page = await readOfflineVerifier(deps, caller);
  if (page === null)
    throw new ShownFault(
      'The offline verifier is not built on this instance; `npm run build` there builds it.',
    );
  const certificate = await readCompletionCertificate(deps, caller, address);
  const facts = (await readFileFacts(deps.database, [certificate.fileId])).get(certificate.fileId);
  if (!facts) throw new Error(`there is no file ${certificate.fileId}`);
  const { bundle, files } = await gatherBundle(deps, { caller, workflow, language });
  const entries = entriesOf(deps, { bundle, files, page, certificate: facts });
  const archive = Readable.from(writeZip(withSums(entries, deps.clock.now())), { objectMode: false });
  return { fileName: `${name} (${bundle.texts.fileWord}).zip`, archive };
}

interface Contents {
  bundle: Bundle;
  files: readonly BundleFile[];
  /** Of the verifier. */
  page: string;
  certificate: FileFacts;
}

type Entry = Omit<ZipEntry, 'modifiedAt'>;

async function* entriesOf(
  deps: CourtBundleDeps,
  { bundle, files, page, certificate }: Contents,
): AsyncGenerator<Entry> {
  yield* composePages(bundle);
  const { documents } = bundle;
  for (const { path, file } of documents)
    yield { name: path, content: await openWhole(deps, { file }), isDense: true };
  yield { name: CERTIFICATE_FILE, content: await openWhole(deps, { file: certificate }), isDense: true };
  yield* files;
  const record = files.find(({ name }) => name === 'evidence.json');
  const loaded = [
    ...documents.map(({ file, record: { name } }) => ({ name, bytes: readLate(deps, file) })),
    { name: CERTIFICATE_FILE, bytes: readLate(deps, certificate) },
  ];
  yield {
    name: VERIFIER_FILE,
    content: loadVerifier(page, { record: record?.content.toString() ?? '', documents: loaded }),
  };
}

/** Opened when it is read: one after the other. */
async function* readLate(deps: CourtBundleDeps, file: FileFacts): AsyncGenerator<Uint8Array> {
  const opened = await openWhole(deps, { file });
  if (Buffer.isBuffer(opened)) yield opened;
  else yield* opened as AsyncIterable<Buffer>;
}

/** With the hashes of all files in a last one, as `sha256sum` reads them. */
async function* withSums(entries: AsyncIterable<Entry>, modifiedAt: Date): AsyncGenerator<ZipEntry> {
  const sums: string[] = [];
  for await (const { content, ...entry } of entries) {
    const hash = createHash('sha256');
    yield { ...entry, modifiedAt, content: hashed(content, hash) };
    sums.push(`${hash.digest('hex')}  ${entry.name}\n`);
  }
  yield { name: SUMS_FILE, modifiedAt, content: Buffer.from(sums.join('')) };
}

async function* hashed(
  content: ZipEntry['content'],
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  const pieces = content instanceof Uint8Array ? [content] : content;
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
