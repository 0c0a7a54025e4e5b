import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type FakeClamd, FINDING, INFECTED, openFakeClamd } from '../../../../tests/support/fake-clamd.ts';
import { findFreePort } from '../../../../tests/support/free-port.ts';
import { folderForThisTest, forThisTest } from '../../../../tests/support/scratch.ts';
import { readScanner } from '../../config/readers.ts';
import { type ClamdAddress, openClamd } from './clamd.ts';

let clamd: FakeClamd;
beforeEach(async () => {
  clamd = await forThisTest(openFakeClamd());
});

function addressOf(setting: string): ClamdAddress {
  const problems: string[] = [];
  const address = readScanner(setting, 'PARAPH_SCANNER', problems);
  if (!address) throw new Error(problems.join(' '));
  return address;
}
const scanner = () => openClamd(addressOf(clamd.address));

test('every byte is sent, in its order, whatever the pieces', async () => {
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_each, index) => (index * 31) % 251));
  const ends = [0, 1, 1, 5, 65_536, 300_000, bytes.length];
  const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
  expect(await scanner().scan(pieces)).toBeNull();
  expect(clamd.scanned.map((each) => each.equals(bytes))).toEqual([true]);
});

test('what was recognized is named, also by a socket of the file system', async () => {
  const local = await forThisTest(openFakeClamd(join(await folderForThisTest(), 'clamd.sock')));
  for (const each of [clamd, local]) {
    const client = openClamd(addressOf(each.address));
    expect(await client.scan([Buffer.from('a '), INFECTED.subarray(0, 9), INFECTED.subarray(9)])).toBe(
      FINDING,
    );
    expect(await client.scan([])).toBeNull();
    await client.ping(5_000);
  }
});

test('a file is never clean without an answer that says so', async () => {
  const large = Array.from({ length: 64 }, () => Buffer.alloc(256 * 1024));
  clamd.mood = 'small';
  await expect(scanner().scan(large)).rejects.toThrow(
    /The scanner (answered "INSTREAM size limit|cannot be reached)/,
  );
  clamd.mood = 'away';
  await expect(scanner().scan([INFECTED])).rejects.toThrow('The scanner');
  clamd.mood = 'silent';
  await expect(scanner().ping(20)).rejects.toThrow('did not answer in time');
  const closed = openClamd({ host: '127.0.0.1', port: await findFreePort() });
  await expect(closed.scan([INFECTED])).rejects.toThrow('cannot be reached');
  clamd.mood = 'well';
  const failing = (async function* () {
    yield INFECTED;
    throw new Error('the disk is gone');
  })();
  await expect(scanner().scan(failing)).rejects.toThrow('the disk is gone');
});

test.each(['stream: OK and more', 'OK', 'stream: FOUND', ''])(
  'an answer like "%s" is none',
  async (answer) => {
    const server = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end(`${answer}\0`),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await expect(openClamd({ host: '127.0.0.1', port }).scan([INFECTED])).rejects.toThrow('The scanner');
    await new Promise((resolve) => server.close(resolve));
  },
);

test('the setting is an address or the path of a socket', () => {
  expect(addressOf('clamd://av.example.com')).toEqual({ host: 'av.example.com', port: 3_310 });
  expect(addressOf('clamd://[::1]:3311')).toEqual({ host: '::1', port: 3_311 });
  expect(addressOf('/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  expect(readScanner('', 'PARAPH_SCANNER', [])).toBeNull();
  for (const wrong of [
    'av.example.com:3310',
    'http://av:3310',
    'clamd://',
    'clamd://u:p@av',
    'run/clamd.ctl',
  ])
    expect(() => addressOf(wrong), wrong).toThrow(
      'write clamd://host:3310, or the absolute path of a socket',
    );
});
