import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '../../pades/src/index.ts';
import type { SignedRow } from './matrix-files.ts';
import {
  type ExtractedSignature,
  extractSignatures,
  opensslTimestampVerdict,
  opensslVerdict,
  pemOf,
  run,
} from './pdf-validators.ts';
import { succeed } from './scratch-files.ts';

/** One validator's verdict on a file: "3 valid", or what it found wrong, or why it does not validate it. */
export interface ValidatorResult {
  readonly validator: string;
  readonly verdict: string;
  readonly isGood: boolean;
}

export interface Roots {
  readonly ours: Uint8Array;
  readonly issuing: Uint8Array;
  /** Of earlier signatures. */
  readonly stranger: Uint8Array;
}

/** Validators with a folder of their own: certificates as files, and a store of NSS that trusts our root alone. */
export class MatrixValidators {
  readonly #folder: string;
  readonly #roots: Roots;

  constructor(folder: string, roots: Roots) {
    this.#folder = folder;
    this.#roots = roots;
    writeFileSync(this.#at('root.pem'), pemOf(roots.ours));
    writeFileSync(this.#at('chain.pem'), pemOf(roots.ours) + pemOf(roots.issuing));
    succeed('certutil', '-N', '-d', this.#store, '--empty-password');
    succeed('certutil', '-A', '-d', this.#store, '-n', 'root', '-t', 'CT,C,C', '-i', this.#at('root.pem'));
  }

  validate(signed: SignedRow): ValidatorResult[] {
    const found = extractSignatures(signed.file);
    const count = signed.names.length + signed.earlier;
    return [
      this.opensslCms(found.slice(0, count)),
      ...(found.length > count ? [this.opensslTs(found.slice(count))] : []),
      ...(/B-LT/.test(signed.row.level) ? [this.opensslRevocation(signed)] : []),
      this.pdfsig(signed),
      this.mutool(signed),
      this.qpdf(signed),
      this.ours(signed),
    ];
  }

  /** `openssl cms -verify -cades`; with the stranger's own certificate for what MuPDF signed by SHA-1. */
  opensslCms(signatures: readonly ExtractedSignature[]): ValidatorResult {
    const problems = signatures.flatMap((signature) => {
      const isOurs = signature.cms.includes(Buffer.from('Paraph'));
      const verdict = isOurs
        ? opensslVerdict(this.#folder, signature, this.#roots.ours)
        : opensslVerdict(this.#folder, signature, this.#roots.stranger, []);
      return verdict.status === 0 ? [] : [verdict.text];
    });
    return toResult('openssl cms', `${signatures.length} verified`, problems);
  }

  opensslTs(timestamps: readonly ExtractedSignature[]): ValidatorResult {
    const problems = timestamps.flatMap((timestamp) => {
      const verdict = opensslTimestampVerdict(this.#folder, timestamp, this.#roots.ours);
      return verdict.status === 0 ? [] : [verdict.text];
    });
    return toResult('openssl ts', `${timestamps.length} verified`, problems);
  }

  /** Takes answers and lists out of the file by MuPDF. */
  opensslRevocation({ path, revocation }: Pick<SignedRow, 'path' | 'revocation'>): ValidatorResult {
    const kind = revocation === 'ocsp' ? 'OCSPs' : 'CRLs';
    const place = `trailer/Root/DSS/${kind}`;
    const count = run('mutool', ['show', '-g', path, place]).text.match(/\d+ 0 R/g)?.length ?? 0;
    const problems = Array.from({ length: count }, (_item, index) => {
      succeed('mutool', 'show', '-b', '-o', this.#at('answer.der'), path, `${place}/${index + 1}`);
      return this.#revocationProblem(kind);
    }).flat();
    if (count === 0) problems.push(`the file holds no ${kind}`);
    return toResult(`openssl ${revocation}`, `${count} verified`, problems);
  }

  #revocationProblem(kind: 'OCSPs' | 'CRLs'): string[] {
    if (kind === 'CRLs') {
      const list = ['-inform', 'DER', '-in', this.#at('answer.der'), '-noout'];
      const { text } = run('openssl', ['crl', ...list, '-CAfile', this.#at('chain.pem')]);
      return text.includes('verify OK') ? [] : [text];
    }
    const trust = ['-CAfile', this.#at('root.pem'), '-verify_other', this.#at('chain.pem')];
    const { text } = run('openssl', ['ocsp', '-respin', this.#at('answer.der'), ...trust, '-resp_text']);
    return text.includes('Response verify OK') && text.includes('Cert Status: good') ? [] : [text];
  }

  /** Poppler by NSS, with trust. It knows no document timestamps. */
  pdfsig({
    path,
    names,
    earlier,
    row,
  }: Pick<SignedRow, 'path' | 'names' | 'earlier' | 'row'>): ValidatorResult {
    const { text } = run('pdfsig', ['-no-ocsp', '-nssdir', this.#at('.'), path]);
    const valid = text.match(/Signature is Valid/g)?.length ?? 0;
    const trusted = text.match(/Certificate is Trusted/g)?.length ?? 0;
    const whole = text.match(/Total document signed/g)?.length ?? 0;
    // What B-LT adds follows the last signature, and no signature covers it.
    const isWhole = whole === (row.level === 'B-LT' ? 0 : 1);
    const isGood = valid === names.length + earlier && trusted === names.length && isWhole;
    return toResult('pdfsig', `${valid} valid, ${trusted} trusted`, isGood ? [] : [text]);
  }

  mutool({
    path,
    names,
    earlier,
    row,
  }: Pick<SignedRow, 'path' | 'names' | 'earlier' | 'row'>): ValidatorResult {
    const { text } = run('mutool', ['sign', '-v', path]);
    const valid = text.match(/signature is valid but|unchanged since signing/g)?.length ?? 0;
    // MuPDF hands the signature to OpenSSL's PKCS #7, which is older than RSASSA-PSS.
    if (row.key === 'RSA-PSS' && valid === earlier)
      return { validator: 'mutool sign', verdict: 'knows no RSASSA-PSS', isGood: true };
    const isGood = valid === names.length + earlier;
    return toResult('mutool sign', `${valid} valid`, isGood ? [] : [text]);
  }

  qpdf({ path }: Pick<SignedRow, 'path'>): ValidatorResult {
    const { status, text } = run('qpdf', ['--check', path]);
    return toResult('qpdf --check', 'no fault', status === 0 ? [] : [text]);
  }

  ours({ file, row, names }: Pick<SignedRow, 'file' | 'row' | 'names'>): ValidatorResult {
    const { signatures } = validate(file, { anchors: [this.#roots.ours], at: new Date() });
    const own = signatures.filter(({ fieldName }) => names.includes(fieldName));
    const problems = own.flatMap(({ fieldName, integrity, certificate, changesAfter, level }) => [
      ...integrity.reasons,
      ...certificate.reasons,
      ...(changesAfter.every(({ allowed }) => allowed) ? [] : [`${fieldName} was changed after signing`]),
      ...(level === row.level ? [] : [`${fieldName} is at ${level}`]),
    ]);
    if (own.length !== names.length) problems.push(`${own.length} signatures found`);
    return toResult('pades validate', `${own.length} at ${row.level}`, problems);
  }

  get #store(): string {
    return `sql:${this.#folder}`;
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }
}

/** The validators as they are here, a line each. */
export function validatorVersions(): string[] {
  const first = (text: string): string => text.split('\n')[0]?.trim() ?? '';
  const nss = /NSS[^\n]*/.exec(run('pdfsig', ['-v']).text)?.[0];
  return [
    first(run('openssl', ['version']).text),
    `${first(run('pdfsig', ['-v']).text)}${nss === undefined ? ', by NSS' : ''}`,
    first(run('mutool', ['-v']).text),
    first(run('qpdf', ['--version']).text),
  ];
}

function toResult(validator: string, good: string, problems: readonly string[]): ValidatorResult {
  const isGood = problems.length === 0;
  return { validator, verdict: isGood ? good : problems.join(' ').replace(/\s+/g, ' '), isGood };
}
