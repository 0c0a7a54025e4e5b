import { primitives } from '../primitives.ts';
import { element, textElement } from '../xml.ts';
import type { SignatureReport, TimestampReport, ValidationReport } from './validation-report.ts';

export interface EtsiReportOptions {
  /** When the file was validated. */
  readonly at: Date;
}

const URN = 'urn:etsi:019102';
/** Of the constraints below, which the standard leaves to the policy. */
const PARAPH_URN = 'urn:x-paraph:validation';

/** What this validation does not look at, so that no reader takes silence for success. */
const NOT_CHECKED = ['certificate-policies', 'name-constraints', 'qualified-status', 'signature-policy'];

/**
 * The report as ETSI TS 119 102-2 V1.4.1 defines it in XML, one SignatureValidationReport for each signature, with the
 * certificates that were used. Empty where nothing is signed: the schema has no report without a signature.
 */
export function etsiReport(report: ValidationReport, options: EtsiReportOptions): string | null {
  if (report.signatures.length === 0) return null;
  const certificates = new Map<string, Uint8Array>();
  const referOf = (der: Uint8Array): string => {
    const id = `C-${Buffer.from(primitives.createHash('sha256').update(der).digest()).toString('hex')}`;
    certificates.set(id, der);
    return id;
  };
  const signatures = report.signatures.map((signature, index) =>
    signatureReport(signature, { id: `S-${index + 1}`, at: options.at, referOf }),
  );
  const objects = [...certificates].map(([id, der]) => certificateObject(id, der));
  const root = element(
    'ValidationReport',
    [...signatures, ...(objects.length > 0 ? [element('SignatureValidationObjects', objects)] : [])],
    {
      xmlns: 'http://uri.etsi.org/19102/v1.4.1#',
      'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
    },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

interface Context {
  readonly id: string;
  readonly at: Date;
  /** Identifier of a certificate in SignatureValidationObjects. */
  readonly referOf: (der: Uint8Array) => string;
}

/** TS 119 102-2 §4.3 */
function signatureReport(signature: SignatureReport, context: Context): string {
  const { provenTime, signerName, certificate, fieldName, signatureValue } = signature;
  const value = signatureValue && textElement('ds:SignatureValue', base64(signatureValue));
  const best = provenTime ?? context.at;
  const [signerCertificate] = certificate.chain;
  return element('SignatureValidationReport', [
    element(
      'SignatureIdentifier',
      [
        ...(value === null ? [] : [value]),
        textElement('HashOnly', 'false'),
        textElement('DocHashOnly', 'false'),
        textElement('DAIdentifier', fieldName),
      ],
      { id: context.id },
    ),
    constraintsReport(signature),
    element('ValidationTimeInfo', [
      textElement('ValidationTime', time(context.at)),
      element('BestSignatureTime', [
        textElement('POETime', time(best)),
        textElement('TypeOfProof', `${URN}:poetype:validation`),
      ]),
    ]),
    attributesOf(signature),
    ...(signerCertificate
      ? [
          element('SignerInformation', [
            element('SignerCertificate', [], { VOReference: context.referOf(signerCertificate) }),
            textElement('Signer', signerName ?? ''),
          ]),
        ]
      : []),
    element('SignatureValidationProcess', [
      textElement('SignatureValidationProcessID', `${URN}:validationprocess:LTA`),
    ]),
    statusOf(signature, context),
  ]);
}

type Result = 'passed' | 'failed' | 'indeterminate';

const LOG_RESULTS = { logged: 'passed', unwitnessed: 'indeterminate', 'not-logged': 'failed' } as const;

/** TS 119 102-2 §4.3.5: each question of the validation, and those that were not asked. */
function constraintsReport({
  integrity,
  coverage,
  changesAfter,
  certificate,
  timestamp,
  sinceSigning,
  log,
}: SignatureReport): string {
  const hasIndication = sinceSigning !== 'unknown';
  const results: readonly (readonly [string, Result])[] = [
    ['integrity', integrity.ok ? 'passed' : integrity.state === 'changed' ? 'failed' : 'indeterminate'],
    ['coverage', coverage === 'partial' ? 'failed' : 'passed'],
    [
      'later-changes',
      changesAfter.some(({ allowed }) => !allowed) ? 'failed' : hasIndication ? 'passed' : 'indeterminate',
    ],
    ['certificate-path', certificate.ok ? 'passed' : 'indeterminate'],
    ['revocation', certificate.revocation === 'good' ? 'passed' : 'indeterminate'],
    ...(log && log.state !== 'not-demanded' ? [['log', LOG_RESULTS[log.state]] as const] : []),
    ...(timestamp ? [['timestamp', timestamp.ok ? 'passed' : 'indeterminate'] as const] : []),
  ];
  return element('ValidationConstraintsEvaluationReport', [
    ...results.map(([name, result]) =>
      constraint(name, 'applied', [
        element('ValidationStatus', [textElement('MainIndication', `${URN}:mainindication:${result}`)]),
      ]),
    ),
    ...NOT_CHECKED.map((name) => constraint(name, 'disabled', [])),
  ]);
}

function constraint(name: string, status: 'applied' | 'disabled', more: readonly string[]): string {
  return element('ValidationConstraint', [
    textElement('ValidationConstraintIdentifier', `${PARAPH_URN}:${name}`),
    element('ConstraintStatus', [textElement('Status', `${URN}:constraintStatus:${status}`)]),
    ...more,
  ]);
}

function attributesOf({ signingTime, timestamp }: SignatureReport): string {
  const stampOf = ({ time: at }: TimestampReport): string =>
    element('SignatureTimeStamp', [textElement('TimeStampValue', time(at))]);
  return element('SignatureAttributes', [
    ...(signingTime
      ? [element('SigningTime', [textElement('Time', time(signingTime))], { Signed: 'true' })]
      : []),
    ...(timestamp ? [stampOf(timestamp)] : []),
  ]);
}

/** TS 119 102-2 §4.3.4 */
function statusOf(
  { indication, integrity, certificate, changesAfter, log }: SignatureReport,
  context: Context,
): string {
  const [signer, ...issuers] = certificate.chain.map(context.referOf);
  const anchor = certificate.ok ? issuers.pop() : undefined;
  const referTo = (name: string, id: string): string => element(name, [], { VOReference: id });
  const chain =
    signer === undefined
      ? []
      : [
          element('CertificateChain', [
            referTo('SigningCertificate', signer),
            ...issuers.map((id) => referTo('IntermediateCertificate', id)),
            ...(anchor === undefined ? [] : [referTo('TrustAnchor', anchor)]),
          ]),
        ];
  const objections = changesAfter.flatMap(({ changes }) => changes).filter(({ allowed }) => !allowed);
  const reasons = [
    ...integrity.reasons,
    ...objections.map(({ sentence }) => sentence),
    ...certificate.reasons,
    ...(log?.state === 'not-logged' || log?.state === 'unwitnessed' ? [log.sentence, ...log.reasons] : []),
  ];
  const texts = [...new Set(reasons)].map((reason) =>
    element('ReportData', [textElement('Type', `${PARAPH_URN}:reason`), textElement('Value', reason)]),
  );
  const data = [
    ...(anchor === undefined ? [] : [referTo('TrustAnchor', anchor)]),
    ...chain,
    ...(texts.length > 0 ? [element('AdditionalValidationReportData', texts)] : []),
  ];
  return element('SignatureValidationStatus', [
    textElement('MainIndication', `${URN}:mainindication:${indication.main.toLowerCase()}`),
    ...(indication.sub === null
      ? []
      : [textElement('SubIndication', `${URN}:subindication:${indication.sub}`)]),
    ...(data.length > 0 ? [element('AssociatedValidationReportData', data)] : []),
  ]);
}

/** TS 119 102-2 §4.4 */
function certificateObject(id: string, der: Uint8Array): string {
  return element(
    'ValidationObject',
    [
      textElement('ObjectType', `${URN}:validationObject:certificate`),
      element('ValidationObjectRepresentation', [textElement('base64', base64(der))]),
    ],
    { id },
  );
}

function time(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
