import type { MessageValues } from '@paraph/domain';
import { paraphOids } from '@paraph/pades';
import {
  type BundledDocument,
  type BundledSignature,
  type BundledStamp,
  type InPdf,
  partNames,
} from './bundle-document.ts';
import { type BundledLog, LOG_KEY_FILE } from './bundle-log.ts';
import type { StepTexts } from './texts/texts-in.ts';

/**
 * What anyone can repeat in the folder of a bundle: commands of a POSIX shell, of which the last says the outcome. They
 * name files and numbers of ours alone; nothing that a person wrote is in a command.
 */
export interface Step {
  does: keyof StepTexts;
  values?: MessageValues;
  command: string;
  /** Among what a successful step prints. */
  prints: string;
}

export const ROOTS_FILE = 'certificates/roots.pem';
export const OTHERS_FILE = 'certificates/others.pem';
/** Both together. */
export const ISSUERS_FILE = 'certificates/issuers.pem';
const TRUSTED = `-CAfile ${ROOTS_FILE}`;
const WORK = 'mkdir -p work';

/** The bytes that a signature covers: all before its /Contents, and all from there to its end. */
export function signedBytes({ document, hole, end }: InPdf): string {
  return `{ head -c ${hole.start} ${document}; tail -c +${hole.end + 1} ${document} | head -c ${end - hole.end}; }`;
}

function bytesAt(path: string, { offset, bytes }: { offset: number; bytes: Uint8Array }): string {
  return `tail -c +${offset + 1} ${path} | head -c ${bytes.length}`;
}

/** As the PDF has it: in hexadecimal, followed by zeros. */
const HEX = "tr -cd '0-9A-Fa-f' | tr A-F a-f | sed 's/0*$//'";

export function sameBytes({ document, path, hole }: InPdf, values: MessageValues): Step {
  const inPdf = `head -c ${hole.end} ${document} | tail -c +${hole.start + 1} | ${HEX}`;
  const inFile = `od -An -v -tx1 ${path} | ${HEX}`;
  return {
    does: 'sameBytes',
    values,
    command: `test "$(${inPdf})" = "$(${inFile})" &&\n  echo "${path} is in the PDF"`,
    prints: `${path} is in the PDF`,
  };
}

function verifyCommand(signature: BundledSignature, output: string): string {
  return (
    `${signedBytes(signature)} |\n` +
    `  openssl cms -verify -binary -inform DER -in ${signature.path} -content /dev/stdin \\\n` +
    `    ${TRUSTED} -certfile ${OTHERS_FILE} -purpose any -attime ${signature.validAt} -out ${output}`
  );
}

export function integrity(signature: BundledSignature, values: MessageValues): Step {
  const command = verifyCommand(signature, '/dev/null');
  return { does: 'integrity', values, command, prints: 'CMS Verification successful' };
}

/** The certificate of the signer, once the signature is right. */
function certificateOf(signature: BundledSignature): string {
  return `${verifyCommand(signature, '/dev/null')} -signer /dev/stdout`;
}

export function identity(signature: BundledSignature, values: MessageValues): Step {
  const show = '-noout -subject -issuer -serial -dates -nameopt utf8,sep_comma_plus_space';
  const serial = Buffer.from(signature.located.cms.signer?.serial ?? []).toString('hex');
  return {
    does: 'identity',
    values,
    command: `${certificateOf(signature)} |\n  openssl x509 ${show}`,
    prints: `serial=${serial.replace(/^(00)+/, '').toUpperCase()}`,
  };
}

export function policy(signature: BundledSignature, oid: string, values: MessageValues): Step {
  const command = `${certificateOf(signature)} |\n  openssl x509 -noout -ext certificatePolicies`;
  return { does: 'policy', values, command, prints: `Policy: ${oid}` };
}

/** The timestamp of a signature, which is a part of its CMS. */
export function signatureTime(signature: BundledSignature, values: MessageValues): Step | null {
  const { located, path, token } = signature;
  const { signature: value, timestamp } = located;
  if (!value || !timestamp || !token) return null;
  const names = partNames(signature);
  return {
    does: 'signatureTime',
    values,
    command: [
      `${bytesAt(path, value)} | cmp - ${names.value} &&`,
      `${bytesAt(path, timestamp)} | cmp - ${names.timestamp} &&`,
      `openssl ts -verify -data ${names.value} ${tokenOptions(names.timestamp, token.time)} &&`,
      timeOf(names.timestamp),
    ].join('\n'),
    prints: opensslTime(token.time),
  };
}

export function documentTime(stamp: BundledStamp, values: MessageValues): Step {
  const { path, token } = stamp;
  return {
    does: 'documentTime',
    values,
    command: [
      `${signedBytes(stamp)} |`,
      `  openssl ts -verify -data /dev/stdin ${tokenOptions(path, token.time)} &&`,
      timeOf(path),
    ].join('\n'),
    prints: opensslTime(token.time),
  };
}

function tokenOptions(path: string, time: Date): string {
  const at = Math.floor(time.getTime() / 1000);
  return `-in ${path} -token_in \\\n    ${TRUSTED} -untrusted ${OTHERS_FILE} -attime ${at}`;
}

function timeOf(path: string): string {
  return `openssl ts -reply -in ${path} -token_in -text | grep '^Time stamp:'`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "Time stamp: Nov  8 11:35:02 2026 GMT", without a fraction of the second that may follow it. */
function opensslTime(time: Date): string {
  const day = String(time.getUTCDate()).padStart(2, ' ');
  return `Time stamp: ${MONTHS[time.getUTCMonth()]} ${day} ${time.toISOString().slice(11, 19)}`;
}

/** Nothing follows what the last timestamp covers. */
export function coveredToTheEnd(document: BundledDocument, values: MessageValues): Step | null {
  const last = document.stamps.at(-1);
  if (last?.end !== document.file.size) return null;
  const command = `test "$(wc -c < ${document.path})" -eq ${last.end} && echo "nothing follows byte ${last.end}"`;
  return { does: 'coveredToTheEnd', values, command, prints: `nothing follows byte ${last.end}` };
}

export function notRevoked({ unrevoked }: BundledDocument, values: MessageValues): Step | null {
  if (unrevoked.length === 0) return null;
  const lists = [...new Set(unrevoked.map(({ list }) => list))];
  const read = (list: string) => `openssl crl -inform DER -in ${list} -noout`;
  return {
    does: 'notRevoked',
    values,
    command: [
      ...lists.map((list) => `${read(list)} -CAfile ${ISSUERS_FILE} -issuer -lastupdate &&`),
      ...unrevoked.map(
        ({ list, serial }) => `! ${read(list)} -text | grep -q 'Serial Number: ${serial}$' &&`,
      ),
      'echo "none of them is in a list"',
    ].join('\n'),
    prints: 'none of them is in a list',
  };
}

/** The entry of a leaf names what a command hashes. */
export function entryNames(log: BundledLog, hash: string, step: Pick<Step, 'does' | 'values'>): Step {
  const command = `hash=$(${hash} | sha256sum | cut -c1-64) &&\ngrep "$hash" ${log.entry}`;
  return { ...step, command, prints: log.addedAt };
}

export function certificateLogged(signature: BundledSignature, values: MessageValues): Step | null {
  const { log } = signature;
  const der = `${certificateOf(signature)} | openssl x509 -outform DER`;
  return log && entryNames(log, der, { does: 'certificateLogged', values });
}

/** RFC 9162 §2.1.3.2. */
export function inTree({ entry, path, checkpoint, index }: BundledLog, values: MessageValues): Step {
  const sha = 'openssl dgst -sha256 -binary';
  return {
    does: 'inTree',
    values,
    command: [
      `${WORK}; n=${index}; last=$(($(sed -n 2p ${checkpoint}) - 1))`,
      `{ printf '\\000'; cat ${entry}; } | ${sha} > work/node`,
      'while read -r other; do',
      '  printf %s "$other" | openssl base64 -d -A > work/other',
      '  if [ $((n % 2)) -eq 1 ] || [ "$n" -eq "$last" ]; then',
      `    { printf '\\001'; cat work/other work/node; } | ${sha} > work/next`,
      '    while [ $((n % 2)) -eq 0 ] && [ "$n" -gt 0 ]; do n=$((n / 2)); last=$((last / 2)); done',
      '  else',
      `    { printf '\\001'; cat work/node work/other; } | ${sha} > work/next`,
      '  fi',
      '  mv work/next work/node; n=$((n / 2)); last=$((last / 2))',
      `done < ${path}`,
      `test "$last" -eq 0 && grep -x -F "$(openssl base64 -A -in work/node)" ${checkpoint} && echo "it leads to the root"`,
    ].join('\n'),
    prints: 'it leads to the root',
  };
}

const NOTE = 'work/checkpoint';

function verifyNote({ checkpoint }: BundledLog, about: { line: number; key: string; text: string }): string {
  const { line, key, text } = about;
  return [
    `${WORK}; sed '/^$/,$d' ${checkpoint} > ${NOTE}`,
    `sed -n ${line}p ${checkpoint} | cut -d' ' -f3 | openssl base64 -d -A | tail -c 64 > work/signature`,
    ...(text === NOTE ? [] : [`{ printf 'cosignature/v1\\ntime ${text}\\n'; cat ${NOTE}; } > work/cosigned`]),
    `openssl pkeyutl -verify -pubin -inkey ${key} -rawin \\`,
    `  -in ${text === NOTE ? NOTE : 'work/cosigned'} -sigfile work/signature`,
  ].join('\n');
}

const SIGNED = 'Signature Verified Successfully';

export function signedByLog(log: BundledLog, values: MessageValues): Step {
  const command = verifyNote(log, { line: log.signedLine, key: LOG_KEY_FILE, text: NOTE });
  return { does: 'signedByLog', values, command, prints: SIGNED };
}

/** What a witness signed names the time when it saw the checkpoint (C2SP tlog-cosignature). */
export function seenByWitnesses(log: BundledLog, values: MessageValues): Step[] {
  return log.witnesses.map(({ name, line, keyFile, seenAt }) => ({
    does: 'seenByWitness',
    values: { ...values, name },
    command: verifyNote(log, { line, key: keyFile, text: String(seenAt.getTime() / 1000) }),
    prints: SIGNED,
  }));
}

/** What the extension of a certificate names, in hexadecimal. */
function named(signature: BundledSignature, hash: string): string {
  return [
    `hash=$(${hash} | sha256sum | cut -c1-64) &&`,
    `${certificateOf(signature)} |`,
    '  openssl x509 -outform DER | openssl asn1parse -inform DER |',
    `  grep -A1 ':${paraphOids.boundCertificate.replaceAll('.', '\\.')}$' | grep -i -q "$hash" &&`,
    'echo "the certificate names $hash"',
  ].join('\n');
}

const NAMES_IT = 'the certificate names ';

/** That its certificate names the document, and the record of who signs; none where it does not. */
export function bindings(signature: BundledSignature, values: MessageValues): Step[] {
  const { boundTo } = signature.located.cms.signer ?? {};
  const { record } = signature.located;
  if (!boundTo) return [];
  const command = named(signature, signedBytes(signature));
  const document: Step = { does: 'boundDocument', values, command, prints: NAMES_IT };
  if (!record || !boundTo.proofHash) return [document];
  const bytes = bytesAt(signature.path, record);
  return [document, { does: 'boundRecord', values, command: named(signature, bytes), prints: NAMES_IT }];
}
