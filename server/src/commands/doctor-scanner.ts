import type { Config } from '../config/config.ts';
import { openClamd } from '../platform/clamd.ts';
import type { Finding } from './doctor-finding.ts';

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
