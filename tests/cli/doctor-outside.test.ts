import { expect, it } from 'vitest';
import { evaluateDatabasePath } from '../../operator/src/doctor/database.ts';
import { checkConverter, checkScanner } from '../../operator/src/doctor/outside.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openConverterDouble } from '../support/converter-double.ts';
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

it('the doctor on the converter has it make a PDF, and says when it is away or makes something else', async () => {
  const none = await checkConverter({ config: { converter: null } });
  expect(none).toMatchObject([{ state: 'well', detail: expect.stringContaining('PDF, JPEG and PNG alone') }]);
  const double = await openConverterDouble();
  const { converter } = readConfig({ PARAPH_CONVERTER_URL: double.url });
  const found = () => checkConverter({ config: { converter } });
  expect(await found()).toMatchObject([{ state: 'well', detail: expect.stringContaining(double.url) }]);
  expect(double.taken.at(-1)).toContain('{\\rtf1');
  double.mood = 'html';
  const failed = { state: 'failed', remedy: expect.stringContaining('PARAPH_CONVERTER_URL') };
  expect(await found()).toMatchObject([failed]);
  await double.close();
  expect(await found()).toMatchObject([failed]);
});
