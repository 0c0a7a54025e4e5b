export type {
  SignatureAppearance,
  SignatureArea,
  SignatureLayout,
  SignatureTexts,
} from './appearance/signature-appearance.ts';
export { layOutAppearance, layOutSignature } from './appearance/signature-appearance.ts';
export { paraphOids } from './asn1/oids.ts';
export type { ByteSource, PdfInput } from './byte-source.ts';
export { bytesSource, joinedSource, truncatedSource } from './byte-source.ts';
export type { BoundTo } from './certificates/bound-certificate.ts';
export type { CertificatePurpose, PathOptions, PathResult } from './certificates/check-path.ts';
export { checkPath, hasIssued } from './certificates/check-path.ts';
export type {
  CertificateOptions,
  CertificateProfile,
  CertificateSubject,
} from './certificates/create-certificate.ts';
export {
  createCertificate,
  longestCertificate,
  shortenedName,
  signCertificate,
} from './certificates/create-certificate.ts';
export type { Certificate } from './certificates/parse-certificate.ts';
export { parseCertificate } from './certificates/parse-certificate.ts';
export type { QcStatements } from './certificates/qc-statements.ts';
export type {
  ImprintHash,
  SignatureAlgorithm,
  SignatureHash,
  SignatureProofs,
  Signer,
  SigningKey,
} from './certificates/signer.ts';
export {
  ecdsaSignatureFromRaw,
  localKey,
  localSigner,
  outsideSigner,
  signatureAlgorithms,
} from './certificates/signer.ts';
export { hashOfSignature } from './certificates/verify-algorithm.ts';
export type { AttributeOptions, CmsInput } from './cms/build-cms.ts';
export { buildCms, buildSignedAttributes } from './cms/build-cms.ts';
export type { CmsPart, LocatedCms } from './cms/locate-parts.ts';
export { locateParts } from './cms/locate-parts.ts';
export type { IntegrityState } from './cms/problem.ts';
export type { ReadCms } from './cms/read-cms.ts';
export { readCms } from './cms/read-cms.ts';
export type { SignatureRoom } from './cms/signature-bytes.ts';
export { signatureBytes } from './cms/signature-bytes.ts';
export type { ProofRoom } from './cms/signature-proofs.ts';
export { logProofOf, longestProofs, proofRecordOf } from './cms/signature-proofs.ts';
export type { PngLimits } from './drawing/decode-png.ts';
export { decodePng, defaultPngLimits } from './drawing/decode-png.ts';
export type { Colour, DrawOperation, MarkedOperation } from './drawing/drawing.ts';
export type { Pixels } from './drawing/pixels.ts';
export { shrinkPixels, trimPixels } from './drawing/pixels.ts';
export type { FontFiles } from './font/typeface.ts';
export { missingCharacters } from './font/typeface.ts';
export type { DisplayedRect, PageGeometry, PdfRect } from './geometry.ts';
export { displayedRectToUser, displayedSize, userRectToDisplayed } from './geometry.ts';
export type { DigitGlyphs, DigitSheet } from './intake/digit-sheet.ts';
export { SHEET_CELL, SHEET_GLYPH } from './intake/digit-sheet.ts';
export type { Examination, ExamineOptions, Finding, RefusalKind, WarningKind } from './intake/examine.ts';
export { examine } from './intake/examine.ts';
export type { Inspection, SignatureFieldInfo } from './intake/inspect.ts';
export { inspect } from './intake/inspect.ts';
export type {
  FormFieldInfo,
  FormFieldInfoKind,
  FormFieldWidget,
} from './intake/list-form-fields.ts';
export type { TwoFacedKind, TwoFacedPart } from './intake/two-faces.ts';
export { describePart, findTwoFaces } from './intake/two-faces.ts';
export type { AugmentPorts } from './levels/augment.ts';
export { augment } from './levels/augment.ts';
export type { Limits } from './limits.ts';
export { defaultLimits } from './limits.ts';
export type { DocMdpLevel } from './pdf/doc-mdp.ts';
export type { FieldOption } from './pdf/field-facts.ts';
export type { PageInfo } from './pdf/pages.ts';
export type { ValidationData } from './pdf/security-store.ts';
export type { PdfRefusalCode } from './pdf-refusal.ts';
export { PdfRefusal } from './pdf-refusal.ts';
export type { Primitives, PublicKey, RunningHash, SignatureValue } from './primitives.ts';
export type { CscAuthorizationServer } from './remote/csc-authorization-server.ts';
export { fixedAuthorizationServer, readAuthorizationServer } from './remote/csc-authorization-server.ts';
export type {
  CscAuthorization,
  CscClient,
  CscClientAuthentication,
  CscOptions,
  CscRequest,
  CscResponse,
  CscServiceFacts,
  CscTransport,
} from './remote/csc-calls.ts';
export type {
  CscAuthorizationMode,
  CscAuthorizationObject,
  CscCredential,
} from './remote/csc-credential.ts';
export type { CscVersion } from './remote/csc-dialect.ts';
export { cscVersionOf } from './remote/csc-dialect.ts';
export type { CscAuthorizationRequest, CscConsent, CscGrant } from './remote/csc-oauth.ts';
export {
  cscAccountToken,
  cscAuthorizationUrl,
  exchangeCscCode,
  openCscAuthorization,
} from './remote/csc-oauth.ts';
export type {
  CscActivation,
  CscAuthorizationData,
  CscService,
  CscServiceInfo,
  CscSignatures,
  CscSigningRequest,
} from './remote/csc-service.ts';
export { cscService } from './remote/csc-service.ts';
export type { RemoteSigningStep, UnusableCredential } from './remote/remote-signing-error.ts';
export { RemoteSigningError } from './remote/remote-signing-error.ts';
export type {
  Qualification,
  QualificationProblem,
  QualificationQuery,
  QualifiedPurpose,
} from './revocation/check-qualified.ts';
export { checkQcStatements, checkQualified } from './revocation/check-qualified.ts';
export type { CrlOptions, CrlScope, RevokedCertificate } from './revocation/create-crl.ts';
export { createCrl } from './revocation/create-crl.ts';
export type { OcspAuthority, OcspResponseOptions, OcspStatus } from './revocation/create-ocsp-response.ts';
export { createOcspResponse } from './revocation/create-ocsp-response.ts';
export type { OcspQuery } from './revocation/ocsp-request.ts';
export { createOcspRequest } from './revocation/ocsp-request.ts';
export type { Crl } from './revocation/read-crl.ts';
export { readCrl } from './revocation/read-crl.ts';
export type { OcspResponse } from './revocation/read-ocsp.ts';
export { readOcspResponse } from './revocation/read-ocsp.ts';
export type { RevocationData, RevocationSource } from './revocation/revocation-source.ts';
export { onlineRevocation } from './revocation/revocation-source.ts';
export type { RevocationQuery, RevocationStatus } from './revocation/revocation-status.ts';
export { revocationStatus } from './revocation/revocation-status.ts';
export { addSignatureTimestamp } from './sign/add-signature-timestamp.ts';
export type { PreparedContents } from './sign/contents-placeholder.ts';
export { coveredDigest, embedContents } from './sign/contents-placeholder.ts';
export type { DocumentTimestampOptions } from './sign/document-timestamp.ts';
export type { EmbeddedSignature } from './sign/embedded-signatures.ts';
export type { PreparedSignature, SignatureOptions } from './sign/prepare-signature.ts';
export type { FinishableSignature, ResumedFile } from './sign/resume-signature.ts';
export { resumeSignature } from './sign/resume-signature.ts';
export type { SigningJob } from './sign/signing-job.ts';
export { createSigningJob, finishSignature, prepareSignature, signPdf } from './sign/signing-job.ts';
export type { TimestampResponseOptions } from './timestamp/create-timestamp-response.ts';
export { createTimestampResponse, timestampBytes } from './timestamp/create-timestamp-response.ts';
export type { TimestampAuthority, Timestamping } from './timestamp/request-timestamp.ts';
export {
  readTimestampResponse,
  requestTimestamp,
  stampedDigest,
  tokenBytesOf,
} from './timestamp/request-timestamp.ts';
export type { TimestampQuery } from './timestamp/timestamp-request.ts';
export { createTimestampRequest } from './timestamp/timestamp-request.ts';
export type { TimestampToken } from './timestamp/timestamp-token.ts';
export { checkTimestampToken, hashesOf, readTimestampToken } from './timestamp/timestamp-token.ts';
export type { LogCheckpoint } from './transparency/checkpoint.ts';
export { parseCheckpoint, readCheckpoint } from './transparency/checkpoint.ts';
export type { LogProof, LogProofReport } from './transparency/log-proof.ts';
export {
  checkLogProof,
  findLogProofs,
  parseRetainedCheckpoint,
} from './transparency/log-proof.ts';
export type { Consistency, Inclusion, NodeReader } from './transparency/merkle-tree.ts';
export {
  consistencyProof,
  frontierOf,
  grownNodes,
  HASH_BYTES,
  inclusionProof,
  isConsistent,
  isFrontierOf,
  isIncluded,
  leafHash,
  treeRoot,
} from './transparency/merkle-tree.ts';
export { cosignCheckpoint, rawPublicKey, signCheckpoint } from './transparency/sign-note.ts';
export type { NoteKey, SignedNote } from './transparency/signed-note.ts';
export {
  cosignedAt,
  cosignersOf,
  isSignedBy,
  keyText,
  parseKeyText,
  parseNote,
} from './transparency/signed-note.ts';
export type { Tile, TileReader } from './transparency/tiles.ts';
export {
  nodesOf,
  packEntries,
  parseTileNumber,
  TILE_WIDTH,
  tilePath,
  tilesGained,
  unpackEntries,
} from './transparency/tiles.ts';
export type { ChangeKind } from './validate/change-kinds.ts';
export type { Change, ChangesAfter } from './validate/changes-after.ts';
export type { SignatureLogReport, TrustedLog } from './validate/check-logged.ts';
export { describeReport, describeSignature } from './validate/describe-report.ts';
export type { DigestsTrustedUntil } from './validate/digest-trust.ts';
export type { EtsiReportOptions } from './validate/etsi-report.ts';
export { etsiReport } from './validate/etsi-report.ts';
export type { BaselineLevel, TimeSource } from './validate/evaluate-signature.ts';
export type { Harm, HarmedSignature } from './validate/harmed-signatures.ts';
export { harmedSignatures } from './validate/harmed-signatures.ts';
export type { Indication, SubIndication } from './validate/indication.ts';
export type { Rehearsal } from './validate/rehearse-signing.ts';
export { rehearseSigning } from './validate/rehearse-signing.ts';
export type { ShownComparison, ShownDifference, ShownOverlay } from './validate/shown-comparison.ts';
export { addShownComparison, addTwoFaces } from './validate/shown-comparison.ts';
export type { Coverage } from './validate/signed-field.ts';
export type { AddedOverlay, ShownArea, SignedRevision } from './validate/signed-revision.ts';
export type { ValidationOptions } from './validate/validate.ts';
export { validate } from './validate/validate.ts';
export type {
  CertificateReport,
  DocumentTimestampReport,
  ShownPages,
  SignatureReport,
  SinceSigning,
  TimestampReport,
  ValidationReport,
  Verdict,
  VerdictReason,
} from './validate/validation-report.ts';
export type { FlowOptions, TableColumn, TextStyle } from './write/document-flow.ts';
export { DocumentFlow } from './write/document-flow.ts';
export type { FieldText } from './write/field-looks.ts';
export { isTextWhole, textExtent } from './write/field-looks.ts';
export type { FieldFill } from './write/fill-fields.ts';
export type { FormFlattening } from './write/flatten.ts';
export type { FormFieldKind, NewFormField, NewSignatureField } from './write/new-form-fields.ts';
export { makeOneFace } from './write/one-face.ts';
export type { Placement } from './write/placement.ts';
export type { AddedPage, PreparedUpdate, PrepareOptions } from './write/prepare-document.ts';
export { prepareDocument, prepareUpdate } from './write/prepare-document.ts';
export type { Stamp } from './write/stamp.ts';
export type {
  AttachedData,
  ElementRole,
  MarkedContent,
  TaggedDocument,
  TaggedElement,
  TaggedPage,
} from './write/tagged-document.ts';
export { writeTaggedDocument } from './write/tagged-document.ts';
