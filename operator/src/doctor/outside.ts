import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPath, parseCertificate, requestTimestamp, stampedDigest } from '@paraph/pades';
import { externalAuthorities, externalRevocation } from '@paraph/server/authority/timestamping.ts';
import type { Config } from '@paraph/server/config/config.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';
import { openClamd } from '@paraph/server/platform/outside/clamd.ts';
import { openConverter } from '@paraph/server/platform/outside/converter.ts';
import type { Finding } from './finding.ts';

/** Requests a timestamp and revocation data from every external authority, as sealing does. */
export async function checkTimestamps(patient: { config: Config; clock: Clock }): Promise<Finding[]> {
  const { urls } = patient.config.timestamps;
  if (urls.length > 0) return Promise.all(urls.map((url) => checkAuthority(patient, url)));
  const detail = "This instance's own clock and key: they prove order and integrity, not time to others.";
  return [{ name: 'timestamps', state: 'well', detail }];
}

async function checkAuthority(
  { config, clock }: { config: Config; clock: Clock },
  url: string,
): Promise<Finding> {
  const name = 'timestamps';
  const { roots } = config.timestamps;
  const alone = { config: { ...config, timestamps: { ...config.timestamps, urls: [url] } } };
  try {
    const now = () => clock.now();
    const { imprint: hash } = config.hashes;
    const ports = { authorities: externalAuthorities(alone), anchors: roots, hash, now, randomBytes };
    const { cms, time } = await requestTimestamp(stampedDigest(randomBytes(32), ports), ports);
    if (!cms.signer) throw new Error('its timestamp names no certificate');
    const { chain } = checkPath(cms.signer, {
      pool: cms.certificates,
      anchors: roots.map(parseCertificate),
      at: time,
      purpose: 'timestamp',
    });
    for (const [index, certificate] of chain.entries()) {
      const issuer = chain[index + 1];
      if (issuer) await externalRevocation(alone).revocation(certificate, issuer);
    }
    return { name, state: 'well', detail: `${cms.signer.commonName} answers at ${url}.` };
  } catch (error) {
    const detail = `${url} cannot be used: ${error instanceof Error ? error.message : error}`;
    const remedy =
      'No document is sealed without it. Look at the network and the clock, or correct PARAPH_TSA_URLS and PARAPH_TSA_ROOTS.';
    return { name, state: 'failed', detail, remedy };
  }
}

/** The test file of the antivirus industry (EICAR), in two halves: not even this program contains it. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'];
const PING_MS_MAX = 5_000;
const REMEDY =
  'No file is accepted without it. Start clamd, look at its log and the network, or correct PARAPH_SCANNER.';

/** Whether the scanner answers, and recognizes what every scanner must. */
export async function checkScanner({ config }: { config: Pick<Config, 'scanner'> }): Promise<Finding[]> {
  const name = 'scanner';
  if (config.scanner === null) return [{ name, state: 'well', detail: 'Uploads are not scanned.' }];
  const scanner = openClamd(config.scanner);
  const where =
    'path' in config.scanner ? config.scanner.path : `${config.scanner.host}:${config.scanner.port}`;
  try {
    await scanner.ping(PING_MS_MAX);
    const finding = await scanner.scan([Buffer.from(EICAR.join(''))]);
    if (finding !== null)
      return [{ name, state: 'well', detail: `It answers at ${where}, and recognizes a test file.` }];
    const detail = `It answers at ${where}, and does not recognize the test file of EICAR.`;
    return [
      { name, state: 'failed', detail, remedy: 'Load its signatures: run freshclam and restart clamd.' },
    ];
  } catch (error) {
    const detail = `${where}: ${error instanceof Error ? error.message : error}.`;
    return [{ name, state: 'failed', detail, remedy: REMEDY }];
  }
}

const CONVERTER_REMEDY =
  'Files of Word and LibreOffice are refused without it. Start it, look at its log and the network, or correct ' +
  'PARAPH_CONVERTER_URL, PARAPH_CONVERTER_COMMAND or PARAPH_HEIC_COMMAND.';
/** A letter of one line. */
const SAMPLE = '{\\rtf1\\ansi Paraph}';

/** Whether the converter answers, and makes a PDF of a document. */
export async function checkConverter({ config }: { config: Pick<Config, 'converter'> }): Promise<Finding[]> {
  const name = 'converter';
  if (config.converter === null)
    return [{ name, state: 'well', detail: 'PDF, JPEG and PNG alone are taken as documents.' }];
  const { office, heicCommand } = config.converter;
  const where = [office && ('url' in office ? office.url : office.command), heicCommand]
    .filter(Boolean)
    .join(', ');
  const folder = await mkdtemp(join(tmpdir(), 'paraph-doctor-'));
  try {
    const converter = openConverter(config.converter);
    await converter.ping(PING_MS_MAX);
    if (office) {
      const from = join(folder, 'sample');
      await writeFile(from, SAMPLE);
      const signal = new AbortController().signal;
      const made = await converter.convert({ from, format: 'rtf', signal });
      if (!made.subarray(0, 1_024).includes('%PDF-')) throw new Error('what it made is no PDF');
    }
    return [{ name, state: 'well', detail: `It works: ${where}.` }];
  } catch (error) {
    const detail = `${where}: ${error instanceof Error ? error.message : error}`;
    return [{ name, state: 'failed', detail, remedy: CONVERTER_REMEDY }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
