/** One UUID (X.667) for what Paraph adds to certificates and signatures; docs/log.md has their ASN.1. */
const ARC = '2.25.37110460961243104103709962234061926089';

/** Our own object identifiers. */
export const paraphOids = {
  /** Extension of a certificate: the documents that its key may sign, and the record of who signs. */
  boundCertificate: `${ARC}.1`,
  /** Unsigned attribute: that the log holds the certificate. */
  logProof: `${ARC}.2`,
  /** Unsigned attribute: the record of who signs. */
  proofRecord: `${ARC}.3`,
  /** Signed attribute: the hash of what the signer was shown and answered. */
  contentHash: `${ARC}.4`,
} as const;

/** Object identifiers, each with the document that assigns it. */
export const oids = {
  /** RFC 5652 */
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  /** RFC 5035 */
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** RFC 3161 */
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  /** SHA-1. Identifies certificates in OCSP requests only, where it protects nothing (RFC 5019 §2.1.1). */
  sha1: '1.3.14.3.2.26',
  /** RFC 5754 */
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  /** NIST, with RFC 8702's successors of SHA-2 */
  sha3256: '2.16.840.1.101.3.4.2.8',
  sha3384: '2.16.840.1.101.3.4.2.9',
  sha3512: '2.16.840.1.101.3.4.2.10',
  ecdsaWithSha3256: '2.16.840.1.101.3.4.3.10',
  ecdsaWithSha3384: '2.16.840.1.101.3.4.3.11',
  ecdsaWithSha3512: '2.16.840.1.101.3.4.3.12',
  sha3256WithRsa: '2.16.840.1.101.3.4.3.14',
  sha3384WithRsa: '2.16.840.1.101.3.4.3.15',
  sha3512WithRsa: '2.16.840.1.101.3.4.3.16',
  /** RFC 8410 */
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
  /** RFC 5758 */
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  ecPublicKey: '1.2.840.10045.2.1',
  /** RFC 8017 */
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha384WithRsa: '1.2.840.113549.1.1.12',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  rsaPss: '1.2.840.113549.1.1.10',
  mgf1: '1.2.840.113549.1.1.8',
  /** X.520 */
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  /** RFC 5280 */
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  privateKeyUsagePeriod: '2.5.29.16',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  crlReason: '2.5.29.21',
  issuingDistributionPoint: '2.5.29.28',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  /** RFC 6960 */
  ocspBasic: '1.3.6.1.5.5.7.48.1.1',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  caIssuers: '1.3.6.1.5.5.7.48.2',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  /** RFC 9336 */
  documentSigning: '1.3.6.1.5.5.7.3.36',
  /** RFC 3739, EN 319 412-5 */
  qcStatements: '1.3.6.1.5.5.7.1.3',
  qcCompliance: '0.4.0.1862.1.1',
  qcSscd: '0.4.0.1862.1.4',
  qcType: '0.4.0.1862.1.6',
  qcTypeSignature: '0.4.0.1862.1.6.1',
  qcTypeSeal: '0.4.0.1862.1.6.2',
  /** X.509 §9.5.2.8 (2019), RFC 6960 §4.4.4 */
  expiredCertsOnCrl: '2.5.29.60',
  archiveCutoff: '1.3.6.1.5.5.7.48.1.6',
  /** RFC 9598 */
  smtpUtf8Mailbox: '1.3.6.1.5.5.7.8.9',
  ...paraphOids,
} as const;
