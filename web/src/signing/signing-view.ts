import type {
  AnswerOf,
  identificationOperations,
  ownKeyOperations,
  signingOperations,
} from '@paraph/contract';

type Answer = AnswerOf<(typeof signingOperations)['readSigning']>;

/** A recipient's view of a workflow. Times are unix seconds, positions percent of a page. */
export type SigningView = Answer;
/** What Finish would add to the documents at a time. */
type Preview = AnswerOf<(typeof signingOperations)['previewSigning']>;
export interface SigningPreview extends Omit<Preview, 'documents'> {
  readonly documents: readonly (Preview['documents'][number] & {
    /** Answers the file, which this page alone has. */
    readonly load?: () => Promise<Uint8Array>;
  })[];
}
/** How far a person is in showing who they are. */
export type Identification = AnswerOf<(typeof identificationOperations)['readIdentification']>;
export type CertifiedKey = AnswerOf<(typeof ownKeyOperations)['certifyOwnKey']>;
export type SigningField = Answer['fields'][number];
export type SigningDocument = Answer['documents'][number];
export type SignatureImage = NonNullable<Answer['marks']['signature']>;
export type Attachment = Answer['attachments'][number];
export type SignatureKind = keyof Answer['marks'];
export type SignatureMethod = 'draw' | 'type' | 'upload';

/** The pictures that an account keeps, in base64. */
export interface KeptMarks extends Readonly<Record<SignatureKind, { readonly png: string } | null>> {
  /** Whether an account is signed in that has proved the recipient's address. */
  readonly hasAccount: boolean;
}

export interface NewSignatureImage {
  readonly method: SignatureMethod;
  readonly text: string | null;
  readonly font: string | null;
  /** Base64 without a data: prefix. */
  readonly png: string;
}
