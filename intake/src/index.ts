export type {
  DemandedLog,
  EvaluatedFile,
  EvaluatedLog,
  EvaluatedSignature,
  EvaluateRequest,
  ExamineRequest,
  IntakeAnswer,
  IntakeFindings,
  IntakeRequest,
  PictureRequest,
  SourceFormat,
} from './intake-messages.ts';
export type { Intake, Requester } from './pool/intake.ts';
export { openIntake, requesterWithoutClient } from './pool/intake.ts';
export type { IntakeBudget } from './pool/intake-process.ts';
export { openIntakeBudget } from './pool/intake-process.ts';
export { type Conversion, convertByHeif, convertByOffice, tooLarge } from './pool/run-converter.ts';
export { openScannedIntake } from './pool/scan-intake.ts';
