import { children, derTags, expectTag, readOid } from '../asn1/der-reader.ts';
import { oids } from '../asn1/oids.ts';
import { digestName, findValueProblem, weakDigestName } from '../certificates/verify-algorithm.ts';
import { primitives } from '../primitives.ts';
import { checkBound } from './check-bound.ts';
import type { Problem, ProblemCode } from './problem.ts';
import type { ReadCms } from './read-cms.ts';

/** The content that a CMS must sign. */
export interface SignedContent {
  readonly digestOf: (hash: string) => Uint8Array;
  readonly isCades: boolean;
  /** Object identifier of the content; default id-data, detached. */
  readonly contentType?: string;
}

/**
 * Checks the CMS against the signed bytes: content type, message digest, bound certificate and signature value
 * (RFC 5652 §5.6, RFC 5035 §3, EN 319 142-1 §6.3). Does not check trust.
 */
export function checkCms(cms: ReadCms, signed: SignedContent): Problem[] {
  const { signer, signedAttributes, attributes } = cms;
  const weakHash = weakDigestName(cms.digestAlgorithm);
  const hash = weakHash ?? digestName(cms.digestAlgorithm);
  const refused = `Its hash algorithm (${cms.digestAlgorithm}) is not accepted.`;
  if (hash === null) return [problem('unsupported-algorithm', refused)];
  if (!signer) return [problem('no-certificate', 'The certificate of the signer is not in the signature.')];
  if (!signedAttributes) return [problem('unsupported', 'It has no signed attributes.')];
  const problems = weakHash === null ? [] : [problem('weak', refused)];
  const wanted = signed.contentType ?? oids.data;
  if (wanted === oids.data && !cms.isDetached)
    problems.push(problem('malformed', 'It contains content other than the file.'));
  const types = attributes.get(oids.contentType) ?? [];
  if (types.length !== 1 || readOid(types[0]) !== wanted || cms.contentType !== wanted)
    problems.push(problem('malformed', 'Its content type is not signed.'));
  const digests = attributes.get(oids.messageDigest) ?? [];
  const [digest] = digests;
  if (!digest || digests.length !== 1 || digest.tag !== derTags.octetString)
    problems.push(problem('malformed', 'It does not contain the digest of the file.'));
  else if (Buffer.compare(digest.content, signed.digestOf(hash)) !== 0)
    problems.push(problem('hash', 'The signed part of the file was changed after signing.'));
  problems.push(...checkCertificateBinding(cms, signed.isCades), ...checkBound(cms));
  const valueProblem = findValueProblem({
    algorithm: cms.signatureAlgorithm,
    hash,
    publicKey: signer.publicKey,
    data: signedAttributes,
    signature: cms.signature,
  });
  if (valueProblem)
    problems.push(
      problem(VALUE_CODES[valueProblem.kind], `The signature is not valid: ${valueProblem.text}.`),
    );
  return problems;
}

const VALUE_CODES = {
  wrong: 'value',
  weak: 'weak',
  unsupported: 'unsupported-algorithm',
  malformed: 'malformed',
} as const satisfies Record<string, ProblemCode>;

function problem(code: ProblemCode, text: string): Problem {
  return { code, text };
}

/** signing-certificate-v2: without the signed hash, another certificate for the same key could be substituted. */
function checkCertificateBinding({ attributes, signer }: ReadCms, isRequired: boolean): Problem[] {
  const [value] = attributes.get(oids.signingCertificateV2) ?? [];
  if (!value)
    return isRequired ? [problem('malformed', 'It does not bind the certificate of the signer.')] : [];
  const [first] = children(expectTag(children(expectTag(value, derTags.sequence))[0], derTags.sequence));
  const elements = children(expectTag(first, derTags.sequence));
  const hasAlgorithm = elements[0]?.tag === derTags.sequence;
  const oid = hasAlgorithm && elements[0] ? readOid(children(elements[0])[0]) : oids.sha256;
  const hash = digestName(oid);
  const named = expectTag(elements[hasAlgorithm ? 1 : 0], derTags.octetString).content;
  if (hash === null || !signer) {
    const text = 'It binds the certificate of the signer with an algorithm that is not accepted.';
    return [problem('unsupported-algorithm', text)];
  }
  const actual = primitives.createHash(hash).update(signer.der).digest();
  return Buffer.compare(named, actual) === 0
    ? []
    : [problem('other-certificate', 'It binds a certificate other than the one it contains.')];
}
