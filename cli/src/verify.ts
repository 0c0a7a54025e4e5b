import { readFile } from 'node:fs/promises';
import {
  addTwoFaces,
  bytesSource,
  describeReport,
  PdfRefusal,
  parseCertificate,
  type SignatureReport,
  type TrustedLog,
  validate,
} from '@paraph/pades';
import { type Command, type Invocation, textOf } from './command.ts';
import { chooseServer } from './connect.ts';
import { LOG_OPTIONS, lookIntoLog, readDemandedLog } from './demanded-log.ts';
import { CommandError, EXIT } from './exit-code.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Verify the signatures of a PDF on this machine',
  usage: 'FILE',
  argsMin: 1,
  argsMax: 1,
  takesFiles: true,
  options: [
    {
      name: 'ca',
      type: 'string',
      multiple: true,
      value: 'FILE',
      description: 'trusted certificates, PEM or DER',
    },
    ...LOG_OPTIONS,
    { name: 'no-fetch', type: 'boolean', description: 'fetch nothing from the server' },
  ],
  examples: [
    'paraph verify signed.pdf',
    'paraph verify signed.pdf --ca our-ca.cer --no-fetch',
    'paraph verify signed.pdf --ca our-ca.cer --log-key sign.example.com/log+a1b2c3d4+BASE64',
  ],
  run: verifyFile,
};

async function verifyFile(invocation: Invocation): Promise<number> {
  const { output } = invocation;
  const [path = ''] = invocation.args;
  const bytes = await readFile(path).catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`, EXIT.usage);
  });
  const { anchors, roots, server } = await readTrust(invocation);
  const log = await readDemandedLog(invocation, { roots, server });
  const stated = validateSignatures(bytes, anchors, log);
  const opened = log && server !== null ? await lookIntoLog(log, stated, server) : null;
  const report = opened ? validateSignatures(bytes, anchors, opened) : stated;
  const isGood = report.verdict.state === 'as-signed' && report.signatures.every(isTrusted);
  if (report.signatures.length === 0) output.note('The file has no signatures.');
  else output.result({ file: path, valid: isGood, ...report }, describeReport(report).trimEnd().split('\n'));
  return isGood ? EXIT.ok : EXIT.notValid;
}

function validateSignatures(bytes: Uint8Array, anchors: readonly Uint8Array[], log: TrustedLog | null) {
  try {
    const source = bytesSource(bytes);
    return addTwoFaces(validate(source, { anchors, at: new Date(), logs: log ? [log] : [] }), source);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new CommandError(`The file cannot be verified: ${error.message}`, EXIT.notValid);
  }
}

/** The signed content is unchanged or changed as permitted, and the signer's certificate is trusted. */
function isTrusted({ sinceSigning, certificate }: SignatureReport): boolean {
  return (sinceSigning === 'unchanged' || sinceSigning === 'allowed-changes') && certificate.ok;
}

interface Trust {
  anchors: Uint8Array[];
  /** Of whose signatures the log is asked: the anchors, and who issues below them. */
  roots: Uint8Array[];
  /** Whose certificates they are; null where they were given. */
  server: string | null;
}

/** The given certificates; by default that of the selected server, which sealed most files. */
async function readTrust(invocation: Invocation): Promise<Trust> {
  const paths = (invocation.options.get('ca') ?? []).map(String);
  const anchors = (await Promise.all(paths.map(readCertificates))).flat();
  const given = { anchors, roots: anchors, server: null };
  if (paths.length > 0 || invocation.options.has('no-fetch')) return given;
  const server = textOf(invocation, 'server') ?? (await chooseServer(invocation).catch(() => null));
  if (server === null) {
    invocation.output.note(
      'No trusted certificate is given (--ca), so the identity of the signers is not checked.',
    );
    return given;
  }
  const [root, issuing] = await Promise.all(['ca', 'issuing'].map((name) => fetchCertificate(server, name)));
  const fetched = [root, issuing].filter((each) => each !== undefined);
  return { anchors: fetched.slice(0, 1), roots: fetched, server };
}

async function fetchCertificate(server: string, name: string): Promise<Uint8Array> {
  const answer = await fetch(`${server}/authority/${name}.cer`).catch(() => null);
  if (!answer?.ok) {
    throw new CommandError(
      `The certificate of ${server} cannot be fetched. Give it with --ca.`,
      EXIT.unreachable,
    );
  }
  return new Uint8Array(await answer.arrayBuffer());
}

async function readCertificates(path: string): Promise<Uint8Array[]> {
  const bytes = await readFile(path).catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`, EXIT.usage);
  });
  const blocks = [...bytes.toString('latin1').matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)];
  const certificates =
    blocks.length === 0 ? [bytes] : blocks.map(([, text = '']) => Buffer.from(text, 'base64'));
  try {
    for (const each of certificates) parseCertificate(each);
  } catch {
    throw new CommandError(`${path} does not contain a certificate.`, EXIT.usage);
  }
  return certificates;
}
