import type { AnchorKind, PdfForm, Placement, Plan, PrintedPlace, PrintedTag } from '@paraph/domain';
import type {
  BaselineLevel,
  ByteSource,
  Coverage,
  DisplayedRect,
  DocMdpLevel,
  Indication,
  IntegrityState,
  LogProof,
  ShownPages,
  SignatureLogReport,
  SinceSigning,
  TimeSource,
  TwoFacedPart,
  Verdict,
} from '@paraph/pades';
import type { WrittenBytes } from '@paraph/storage';

/** Points, as displayed: crop box with the page's rotation applied. */
export interface PageSize {
  width: number;
  height: number;
}

/** A request to the intake, about one file: that at a path, a stored one, or a picture in memory. */
export type IntakeRequest =
  | ExamineRequest
  | EvaluateRequest
  | FirstPageRequest
  | PrintedPlacesRequest
  | RehearseRequest
  | PictureRequest
  | PageRequest
  | OfficeRequest
  | AttachmentRequest;

/** The same for the child process, a line of JSON: it may not open the file and is sent its bytes. */
export type IntakeTask = (
  | Omit<ExamineRequest, 'path' | 'held'>
  | Omit<EvaluateRequest, 'path'>
  | Omit<FirstPageRequest, 'source'>
  | Omit<PrintedPlacesRequest, 'source'>
  | Omit<RehearseRequest, 'source'>
  | Omit<PictureRequest, 'file'>
  | Omit<PageRequest, 'path'>
  | Omit<OfficeRequest, 'path'>
  | Omit<AttachmentRequest, 'path'>
) & { size: number };

/** Whether the file is accepted, and where fields can be placed. */
export interface ExamineRequest {
  kind: 'examine';
  path: string;
  /** The bytes of the file at the path, where they are in memory. */
  borrowed?: WrittenBytes | null;
  /** The planned signers: those without a place in the PDF get one. */
  plan: Plan;
  /** Named on a signature page, should one be added. */
  documentName: string;
  /** Places of existing fields: form fields there are not assigned, and the area does not count as blank. */
  taken?: readonly Placement[];
  /** Whether it may carry files inside that it declares as XML. */
  mayCarryXml?: boolean;
}

/** What do its signatures prove? */
export interface EvaluateRequest {
  kind: 'evaluate';
  path: string;
  /** Trust anchors, DER in base64. */
  roots: string[];
  /** When certificates must be valid whose time of use is not proven by a timestamp. */
  atMs: number;
  logs: DemandedLog[];
  /** When trust in hashes ends, by name, in milliseconds since 1970. */
  hashesUntilMs: Readonly<Record<string, number>>;
  /** Whether the report of ETSI TS 119 102-2 is wanted too. */
  withXml: boolean;
  /** Whether signed revisions are drawn and compared with the whole file. */
  withPictures: boolean;
}

/** A log in which every certificate of these authorities must be, to count. */
export interface DemandedLog {
  /** Roots and issuing certificates, DER in base64. */
  roots: string[];
  /** The log's key, `name+id+key`. */
  key: string;
  /** What is proven to be older needs no proof; null: everything needs one. */
  sinceMs: number | null;
  /** Keys of which one must have seen each leaf; empty: none is asked. */
  witnesses: string[];
  /** What witnesses have seen since. */
  laterProofs: LogProof[];
  /** The lines of the log itself at these indexes, null where it has none; null where nobody looked into it. */
  entries: [index: number, entry: string | null][] | null;
}

/** A picture of page 1 of an accepted file, with what was appended to it. */
export interface FirstPageRequest {
  kind: 'first-page';
  source: ByteSource;
}

/** Where an accepted file has printed places to write on. */
export interface PrintedPlacesRequest {
  kind: 'printed-places';
  source: ByteSource;
  /** Of the people who sign: they may be printed where they are to sign. */
  names: readonly string[];
}

/** Would the signatures of others in a file survive ours? */
export interface RehearseRequest {
  kind: 'rehearse';
  /** The file with its empty signature fields. */
  source: ByteSource;
  /** Its length before they were added. */
  originalSize: number;
  /** Those that will be signed. */
  fieldNames: string[];
}

/** Whether a picture can be decoded, and its sanitized form. */
export interface PictureRequest {
  kind: 'picture';
  /** Its path, or what returns its bytes once a process is to read them: while it waits, they need no memory. */
  file: string | (() => Uint8Array);
  /**
   * A signature image is a PNG that is written anew, a stamp is a PNG or JPEG of which a PNG is made, an avatar is a
   * PNG or JPEG that keeps its coding.
   */
  use: 'signature' | 'stamp' | 'avatar';
  /** Compared with the header before anything is decoded. */
  widthMax: number;
  heightMax: number;
}

/** A PDF whose only page is the picture, a PNG or JPEG. */
export interface PageRequest {
  kind: 'page';
  path: string;
}

/** What a converter makes a PDF, or of `heic` a JPEG, of. */
export type SourceFormat = 'docx' | 'odt' | 'rtf' | 'heic';

/** Whether a document of an office program may be given to the converter. */
export interface OfficeRequest {
  kind: 'office';
  path: string;
}

/** Whether a signer may attach the file: its first bytes decide what it is. */
export interface AttachmentRequest {
  kind: 'attachment';
  path: string;
}

export interface DetectedAnchor {
  kind: AnchorKind;
  tag: string;
  place: Placement;
}

/** What was found in a document that can be used; places in percent of the page as displayed. */
export interface IntakeFindings {
  pages: PageSize[];
  anchors: DetectedAnchor[];
  /** Absent where there is none. */
  tags?: PrintedTag[];
  formFields: { name: string; place: Placement }[];
  form: PdfForm;
  /** As many as the plan needs beyond anchors and form fields. */
  blankAreas: Placement[];
  /** Keywords for the record: `already-signed`, `flattened`, `repaired`, `signature-page-added`, … */
  notes: string[];
}

export type IntakeAnswer =
  | {
      kind: 'accepted';
      findings: IntakeFindings;
      /** Bytes to append to the file, base64: one face for it, a signature page. Null when the file stays as it is. */
      incrementalUpdate: string | null;
    }
  | { kind: 'evaluated'; evaluated: EvaluatedFile }
  /** Bytes in base64. */
  | { kind: 'picture'; format: 'png' | 'jpeg'; bytes: string }
  /** A PDF, in base64. */
  | { kind: 'page'; bytes: string }
  | { kind: 'convertible'; format: SourceFormat }
  | { kind: 'places'; places: PrintedPlace[] }
  /** Every earlier signature of the file survives further ones. */
  | { kind: 'unharmed' }
  /** A PDF that is kept as it is. */
  | { kind: 'pdf'; pages: number }
  | {
      kind: 'refused';
      /** Messages with the remedy, most important first. */
      reasons: string[];
      /** Whether a repair is worth trying: damaged, nothing else, and not signed. */
      isRepairable: boolean;
      /** Print, or another viewer, would show something else than what is seen and signed. */
      isTwoFaced?: true;
      /** What a scanner has recognized in it. */
      finding?: string;
      /** The reading was cut off, by a limit or a failure: one that does less may succeed. */
      isCutOff?: true;
    }
  /** A bug of ours. */
  | { kind: 'failed'; stack: string };

/** What the signatures of a file prove, as JSON carries it: times in seconds, roots by their place in the request. */
export interface EvaluatedFile {
  verdict: Verdict;
  document: {
    signatures: number;
    lastCoversWholeFile: boolean;
    removedSignatures: string[];
    unreadableEvidence: number;
    repaired: boolean;
    shown: ShownPages | null;
    /** What shows otherwise in print, at another zoom or when it is clicked; 1 for the first page. */
    twoFaced: TwoFacedPart[];
  };
  /** In the order of their making. */
  signatures: EvaluatedSignature[];
  /** Document timestamps, oldest first. */
  timestamps: (EvaluatedTimestamp & { fieldName: string; coverage: Coverage })[];
  text: string;
  /** Null where it was not asked for, and for a file without a signature. */
  xml: string | null;
}

export interface EvaluatedSignature {
  fieldName: string;
  signer: { name: string | null; organization: string | null; emails: string[] };
  reason: string | null;
  claimedTime: number | null;
  provenTime: number | null;
  integrity: { intact: boolean; state: IntegrityState; reasons: string[] };
  coverage: Coverage;
  sinceSigning: SinceSigning;
  permits: DocMdpLevel | null;
  changesAfter: EvaluatedRevision[];
  certificate: EvaluatedCertificate & { checkedAt: number | null; checkedAtSource: TimeSource | null };
  timestamp: EvaluatedTimestamp | null;
  timestampProblem: string | null;
  indication: Indication;
  level: BaselineLevel | null;
  log: EvaluatedLog | null;
}

export interface EvaluatedLog {
  state: SignatureLogReport['state'];
  sentence: string;
  origin: string;
  leaf: { index: number; entry: string; addedAt: number | null } | null;
  seenBy: { name: string; seenAt: number }[];
  /** Why it does not count, in sentences. */
  reasons: string[];
}

export interface EvaluatedRevision {
  revision: number;
  allowed: boolean;
  confirmedBy: string | null;
  changes: EvaluatedChange[];
}

export interface EvaluatedChange {
  kind: string;
  sentence: string;
  allowed: boolean;
  objection: string | null;
  /** 1 for the first page. */
  page: number | null;
  fieldName: string | null;
  oldValue: string | null;
  newValue: string | null;
  displayed: DisplayedRect | null;
  /** Percent of the page. */
  share: number | null;
  covers: boolean | null;
}

export interface EvaluatedCertificate {
  trusted: boolean;
  root: number | null;
  reasons: string[];
  revocation: 'good' | 'revoked' | 'unknown';
  /** Of the signer's own certificate. */
  policies: string[];
  /**
   * Where the certificate states that it is qualified: what it leaves unsaid of what makes signatures, or seals, by it
   * qualified.
   * Null where it does not state it.
   */
  qualifiedLacks: string[] | null;
  /** The certificate states that it is for seals, and not for signatures. */
  isForSeals: boolean;
  chain: {
    name: string | null;
    organization: string | null;
    issuer: string | null;
    serial: string;
    validFrom: number;
    validUntil: number;
  }[];
}

export interface EvaluatedTimestamp {
  time: number | null;
  authority: string | null;
  trusted: boolean;
  root: number | null;
  reasons: string[];
}

/** Output of the child: progress, result, and whether it must be replaced by a new process. */
export type IntakeLine =
  | { kind: 'ready' }
  /** So many more pages have been read. */
  | { kind: 'progress'; pages: number }
  | { kind: 'answer'; answer: IntakeAnswer; isSpent: boolean };

/** The answer about a file that is refused for one reason, and cannot be repaired. */
export function refusedFor(reason: string): IntakeAnswer {
  return { kind: 'refused', reasons: [reason], isRepairable: false };
}

/** The answer about a file whose reading was cut off. */
export function cutOffFor(reason: string): IntakeAnswer {
  return { kind: 'refused', reasons: [reason], isRepairable: false, isCutOff: true };
}

/** What to do about a file that one of these requests could not be answered for. */
export const REMEDIES: Readonly<Record<IntakeRequest['kind'], string>> = {
  examine: 'Print it to a new PDF',
  evaluate: 'Print it to a new PDF',
  'first-page': 'Print it to a new PDF',
  'printed-places': 'Print it to a new PDF',
  rehearse: 'Ask for a copy that is not signed',
  picture: 'Make a smaller picture',
  page: 'Make a smaller picture',
  office: 'Save or print it as PDF',
  attachment: 'Make the file smaller',
};

export const TOO_COSTLY = 'The file takes too much processor time to be read.';
export const UNREADABLE = 'The file takes too much memory to be read, or is built so that reading it fails.';
