import type { SigningLanguage } from '@paraph/domain';
import type { EvidenceView } from '../evidence/compose-document.ts';
import type { CompletionTexts } from '../evidence/texts/texts-in.ts';
import type { TrustedBy } from '../verification/verified-document.ts';
import type { BundledDocument, BundledSignature } from './bundle-document.ts';
import type { BundledLog } from './bundle-log.ts';
import type { BundleTexts } from './texts/texts-in.ts';

/** Everything that the pages of a bundle speak of. */
export interface Bundle {
  language: SigningLanguage;
  texts: BundleTexts;
  /** The words that the certificate of completion has for the same things. */
  words: CompletionTexts;
  evidence: EvidenceView;
  documents: BundledDocument[];
  /** The newest leaf of the trail. */
  trail: BundledLog | null;
  roots: BundledRoot[];
  /** DER names of the roots of this instance. */
  ownAuthorities: Uint8Array[];
}

export interface BundledRoot {
  path: string;
  trustedBy: TrustedBy;
  subject: string;
  /** SHA-256, in hexadecimal. */
  fingerprint: string;
}

/** Those of our record, document by document. */
export function signaturesOf({ documents }: Pick<Bundle, 'documents'>): BundledSignature[] {
  return documents.flatMap(({ signatures }) => signatures);
}
