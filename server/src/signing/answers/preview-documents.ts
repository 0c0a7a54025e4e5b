import { assertPresent, Refusal, SANDBOX_NAME, shortenAttachment } from '@paraph/domain';
import {
  type ByteSource,
  createSigningJob,
  decodePng,
  type FieldFill,
  type FontFiles,
  missingCharacters,
  PdfRefusal,
  type Pixels,
  type SignatureOptions,
  type SigningJob,
} from '@paraph/pades';
import type { Selectable } from 'kysely';
import type { PreviewDocumentRow } from '../../database/rows.generated.ts';
import type { Deps } from '../../deps.ts';
import { readBytesOf } from '../../files/read-stored-file.ts';
import { openFonts } from '../../platform/fonts.ts';
import type { Ids } from '../../platform/ids.ts';
import { keepHashState } from '../../revisions/hash-revision.ts';
import { openLatestRevision } from '../../revisions/open-revised-file.ts';
import {
  answerFieldName,
  type FormPlan,
  signatureFieldName,
  signaturePlace,
} from '../../revisions/plan-form.ts';
import { formPlanOf, listSignings } from '../../workflows/lifecycle/prepare-forms.ts';
import type { FactFiles, WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import type { StoredSignatureImage } from '../session/session-store.ts';
import { usesSandbox } from '../session/signing-session.ts';
import { signerOf } from '../session/witnessing.ts';
import { type SealedTrail, trailEntry } from './sealed-trail.ts';
import { drawnNameOf, markNameOf } from './signature-look.ts';
import { formatTime } from './zoned-time.ts';

export function documentChanged(): Refusal {
  return new Refusal(
    'DOCUMENT_CHANGED',
    'Another person has signed meanwhile, so the document has changed. Look at it again; your answers are saved.',
  );
}

export type SignDeps = Pick<
  Deps,
  'authority' | 'blobs' | 'clock' | 'config' | 'database' | 'ids' | 'intake' | 'log' | 'vault'
>;

interface SigningWork {
  facts: WorkflowFacts;
  action: WorkflowFacts['actions'][number];
  /** The fields of the signer, with the values to sign. */
  answers: WorkflowFacts['fields'];
  /** All of the signer: those that the answers name are among them. */
  images: readonly StoredSignatureImage[];
  /** Shown with the signature, in this zone. */
  actedAt: Date;
  timeZone: string;
  trail: SealedTrail;
  /** Room for the CMS of each signature. */
  contentsBytes: number;
}

/** What will be appended to a document, without its CMS; the signature will cover `digest`, SHA-256 over the byte range. */
export type PreviewedDocument = Omit<Selectable<PreviewDocumentRow>, 'preview_id'>;

/**
 * The updates that will be appended, but for their CMS: what a person is shown, and what `signChecked` signs byte for
 * byte. Slow; writes nothing.
 *
 * @throws PdfRefusal, StoredFileFault
 */
export async function previewDocuments(deps: SignDeps, work: SigningWork): Promise<PreviewedDocument[]> {
  const images = await readImages(deps, work);
  const previewed: PreviewedDocument[] = [];
  for (const file of work.facts.files) {
    const { documentId } = file;
    const code = newVerificationCode(deps.ids);
    const { incrementalUpdate, digest } = await atLatestRevision(deps, file, async (job) => {
      keepHashState(job.hashState());
      const options = optionsOf(deps, work, { documentId, code, images });
      // No signed attributes are taken from it, and the certificate changes neither update nor digest.
      return job.prepare(options, deps.authority.issuing.certificate);
    });
    const bytes = Buffer.from(incrementalUpdate);
    previewed.push({ document_id: documentId, code, bytes, digest: Buffer.from(digest) });
  }
  return previewed;
}

/**
 * What would be appended to a document that is in no revision: the draft of its sender, who tries the page of a signer.
 * The code printed with the signature says that it is none.
 *
 * @throws PdfRefusal
 */
export function previewDraft(
  deps: SignDeps,
  work: SigningWork,
  draft: { documentId: number; source: ByteSource; pictures: ReadonlyMap<string, Uint8Array> },
): { update: Uint8Array; sha256: Buffer } {
  const { documentId, source, pictures } = draft;
  const images = new Map([...pictures].map(([id, png]) => [id, decodePng(png)]));
  const job = createSigningJob(source);
  const options = optionsOf(deps, work, { documentId, code: 'PREVIEW', images });
  const update = job.prepare(options, deps.authority.issuing.certificate).incrementalUpdate;
  job.append(update);
  return { update, sha256: Buffer.from(job.digest()) };
}

/** Runs `make` over the latest revision of a document, whose hash is compared. */
export async function atLatestRevision<T>(
  deps: SignDeps,
  file: FactFiles,
  make: (job: SigningJob, number: number) => Promise<T>,
): Promise<T> {
  const current = await openLatestRevision(deps, file);
  try {
    // Another person has signed since the session was loaded.
    if (current.latest.number !== latestOf(file).number) throw documentChanged();
    const job = createSigningJob(current.source);
    if (!current.latest.sha256.equals(job.digest()))
      throw new Error(`document ${file.documentId} is not the file that was shown`);
    return await make(job, current.latest.number + 1);
  } catch (error) {
    throw (await current.findDamage()) ?? error;
  } finally {
    current.close();
  }
}

export function latestOf({ documentId, revisions }: FactFiles) {
  return assertPresent(revisions.at(-1), `a revision of document ${documentId}`);
}

function optionsOf(
  deps: Pick<Deps, 'config' | 'log'>,
  work: SigningWork,
  { documentId, code, images }: { documentId: number; code: string; images: Images },
): SignatureOptions {
  const { facts, action, actedAt, timeZone, trail, contentsBytes } = work;
  const recipient = facts.recipients.find(({ id }) => id === action.recipient_id);
  const { name, email } = assertPresent(recipient, `the person of action ${action.id}`);
  const witnessed = signerOf(work);
  const font = openFonts(deps.config);
  const plan = planSignature(work, { documentId, font, images });
  warnAboutMissingCharacters(deps, plan, { name, font });
  const notice = usesSandbox(facts, deps.config) ? SANDBOX_NAME : null;
  const appearance = {
    image: images.get(plan.imageId ?? '') ?? null,
    name: markNameOf(drawnNameOf({ name, email }, font), notice),
    timeText: `Signed ${formatTime(actedAt, timeZone)}`,
    code,
    font,
  };
  return {
    fieldName: plan.fieldName,
    appearance: plan.isVisible ? appearance : null,
    answers: plan.answers,
    reason: witnessed ? `as witness of ${witnessed.name}` : 'Signed electronically',
    name,
    privateEntries: trailEntry(trail),
    signingTime: actedAt,
    contentsBytes,
  };
}

/** Each decoded once, so that a document holds it once. */
type Images = ReadonlyMap<string, Pixels>;

/** The pictures that the answers name. */
async function readImages(deps: SignDeps, { answers, images }: SigningWork): Promise<Images> {
  const shown = answers.filter(({ type }) => type === 'signature' || type === 'initials');
  const named = new Set(shown.map(({ value }) => value));
  const pictures = new Map<string, Pixels>();
  for (const { id, file } of images)
    if (file && named.has(id)) pictures.set(id, decodePng(await readBytesOf(deps, file)));
  return pictures;
}

/** Warns the operator, who can install a font, that answers will be drawn as code points. */
function warnAboutMissingCharacters(
  { log }: Pick<Deps, 'log'>,
  { answers, isVisible }: SignaturePlan,
  { name, font }: { name: string; font: FontFiles },
): void {
  const texts = answers.flatMap((answer) => ('text' in answer && 'font' in answer ? [answer.text] : []));
  const missing = missingCharacters([...(isVisible ? [name] : []), ...texts].join(''), font);
  if (missing.length > 0)
    log.warn({ characters: missing.join('') }, 'no font has these characters; name one in PARAPH_FONTS');
}

// Without digits and letters that are easily confused on paper.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Eight characters printed with a signature, to identify it: "K7QF-2M9X". */
export function newVerificationCode(ids: Ids): string {
  const letters = [...ids.bytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** For a route: a file that cannot be signed is not an internal error. */
export function asRefusal(error: unknown): never {
  if (!(error instanceof PdfRefusal)) throw error;
  throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be signed as it is: ${error.message}`);
}

/** What a signer adds to one document: the signature in its field, and the answers that it locks. */
interface SignaturePlan {
  fieldName: string;
  /** The signature image; null where the signature is not shown on any page, or shows text only. */
  imageId: string | null;
  isVisible: boolean;
  answers: readonly FieldFill[];
}

interface Drawing {
  font: FontFiles;
  images: Images;
}

/** The answers are those fields that no condition hides, with the values to sign, which need not be stored yet. */
function planSignature(
  { facts, action, answers }: SigningWork,
  { documentId, ...drawing }: Drawing & { documentId: number },
): SignaturePlan {
  const form = formPlanOf(facts, documentId);
  const signing = listSignings(facts).findIndex(({ id }) => id === action.id);
  const ofDocument = answers.filter((field) => field.document_id === documentId);
  const values = new Map(ofDocument.map(({ position, value }) => [position, value]));
  const shown = signaturePlace(form.fields, signing);
  return {
    fieldName: signatureFieldName(form, signing),
    imageId: shown ? (values.get(shown.position) ?? null) : null,
    isVisible: shown !== null,
    answers: form.fields
      // What the sender filled in for good is in the form.
      .filter((field) => field.signing === signing && field !== shown && field.fixedValue === null)
      .flatMap((field) => fillOf({ form, ...drawing }, field, values.get(field.position) ?? null)),
  };
}

function fillOf(
  { form, font, images }: Drawing & { form: FormPlan },
  field: FormPlan['fields'][number],
  value: string | null,
): FieldFill[] {
  if (value === null) return [];
  const { type, label, fontSize, options } = field;
  const name = answerFieldName(form, field);
  switch (type) {
    case 'signature':
    case 'initials': {
      const picture = images.get(value);
      return picture ? [{ name, picture, text: label }] : [];
    }
    case 'checkbox':
      return [{ name, checked: true }];
    case 'stamp':
      return [{ name, text: value, font, fontSize, showsEmbeddedImage: true }];
    case 'attachment':
      return [{ name, text: value, shown: shortenAttachment(value), font, fontSize }];
    default:
      return [{ name, font, fontSize, ...(options === null ? { text: value } : { chosen: value }) }];
  }
}
