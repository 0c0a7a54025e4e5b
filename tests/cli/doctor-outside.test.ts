import { expect, it } from 'vitest';
import { evaluateDatabasePath } from '../../operator/src/doctor/database.ts';
import { checkScanner } from '../../operator/src/doctor/outside.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openFakeClamd } from '../support/fake-clamd.ts';

it('the doctor on the way to the database warns of one that is reached over a network without TLS', () => {
  const path = { server: '10.0.0.5', client: '10.0.0.7', isEncrypted: false };
  const found = evaluateDatabasePath(path);
  expect(found).toMatchObject({ state: 'warning', remedy: expect.stringContaining('sslmode=verify-full') });
  const well = { state: 'well' };
  expect(evaluateDatabasePath({ ...path, isEncrypted: true })).toMatchObject(well);
  expect(evaluateDatabasePath({ ...path, server: '10.0.0.7' })).toMatchObject(well);
  expect(evaluateDatabasePath({ ...path, server: null, client: null })).toMatchObject(well);
});

it('the doctor on the scanner has it examine a test file, and says when it is away or recognizes nothing', async () => {
  const none = await checkScanner({ config: { scanner: null } });
  expect(none).toMatchObject([{ state: 'well', detail: 'Uploads are not scanned.' }]);
  const clamd = await openFakeClamd();
  const { scanner } = readConfig({ PARAPH_SCANNER: clamd.address });
  const moods = [
    ['well', { state: 'well', detail: expect.stringContaining('recognizes a test file') }],
    ['blind', { state: 'failed', remedy: expect.stringContaining('freshclam') }],
    ['away', { state: 'failed', remedy: expect.stringContaining('PARAPH_SCANNER') }],
  ] as const;
  for (const [mood, finding] of moods) {
    clamd.mood = mood;
    expect(await checkScanner({ config: { scanner } })).toMatchObject([finding]);
  }
  await clamd.close();
});
