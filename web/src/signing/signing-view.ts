import type { AnswerOf, signingOperations } from '@paraph/contract';
import type { FieldType } from '@paraph/domain';

type Answer = AnswerOf<(typeof signingOperations)['readSigning']>;

/** A recipient's view of a workflow. Times are unix seconds, positions percent of a page. */
export type SigningView = Omit<Answer, 'fields'> & { fields: SigningField[] };
export type SigningField = Omit<Answer['fields'][number], 'type'> & { type: FieldType };
export type SigningDocument = Answer['documents'][number];
export type SignatureImage = NonNullable<Answer['marks']['signature']>;
export type SignatureKind = keyof Answer['marks'];
export type SignatureMethod = 'draw' | 'type' | 'upload';

export interface NewSignatureImage {
  readonly method: SignatureMethod;
  readonly text: string | null;
  readonly font: string | null;
  /** Base64 without a data: prefix. */
  readonly png: string;
}
