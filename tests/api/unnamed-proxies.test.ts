import { beforeEach, expect, test } from 'vitest';
import { listUnnamedProxies } from '../../server/src/http/unnamed-proxies.ts';
import { sweepEndedRows } from '../../server/src/sweep-records.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';

const instance = await forThisFile(openTestInstance());

beforeEach(async () => {
  await instance.deps.database.deleteFrom('unnamed_proxies').execute();
  // What the process remembers of the test before is over.
  instance.advance(3_600);
});

const sendFrom = async (remoteAddress: string) => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  await instance.inject({ method: 'GET', url: '/livez', remoteAddress, headers });
};
const sendFromStrangers = async (count: number) => {
  for (let at = 1; at <= count; at += 1) {
    instance.advance(1);
    await sendFrom(`198.51.100.${at}`);
  }
};

test('a new address replaces the one seen longest ago, so that strangers cannot hide one that stays', async () => {
  await sendFromStrangers(20);
  instance.advance(1);
  await sendFrom('10.0.0.5');
  const listed = await listUnnamedProxies(instance.deps);
  expect(listed).toHaveLength(20);
  expect(listed).toContain('10.0.0.5');
  expect(listed).not.toContain('198.51.100.1');
  // However many come after it: its next request records it again.
  await sendFromStrangers(40);
  instance.advance(1);
  await sendFrom('10.0.0.5');
  expect(await listUnnamedProxies(instance.deps)).toContain('10.0.0.5');
});

test('an address is recorded again within the hour where another process’s strangers replaced it', async () => {
  await sendFrom('10.0.0.5');
  await instance.deps.database.deleteFrom('unnamed_proxies').execute();
  await sendFrom('10.0.0.5');
  expect(await listUnnamedProxies(instance.deps)).toEqual([]);
  instance.advance(3_600);
  await sendFrom('10.0.0.5');
  expect(await listUnnamedProxies(instance.deps)).toEqual(['10.0.0.5']);
});

test('one address a second is recorded by a process, however many addresses a stranger has', async () => {
  await sendFrom('198.51.100.1');
  await sendFrom('198.51.100.2');
  expect(await listUnnamedProxies(instance.deps)).toEqual(['198.51.100.1']);
  instance.advance(1);
  await sendFrom('198.51.100.2');
  expect(await listUnnamedProxies(instance.deps)).toEqual(['198.51.100.1', '198.51.100.2']);
});

test('an address is removed by housekeeping 30 days after it stopped', async () => {
  await sendFrom('198.51.100.1');
  const count = async () =>
    (await instance.deps.database.selectFrom('unnamed_proxies').select('address').execute()).length;
  instance.advance(30 * 86_400 - 1);
  await sweepEndedRows(instance.deps);
  expect(await count()).toBe(1);
  instance.advance(1);
  await sweepEndedRows(instance.deps);
  expect(await count()).toBe(0);
});
