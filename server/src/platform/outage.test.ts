import { Fault } from '@paraph/domain';
import { StorageFault } from '@paraph/storage';
import { expect, test } from 'vitest';
import { StoredFileFault } from '../files/check-stored-file.ts';
import { databaseOutageOf, outageOf } from './outage.ts';

const failed = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test('an outage of storage and database is told from what failed', () => {
  expect(outageOf(new StorageFault('The store is away.'))).toBe('storage');
  for (const code of ['EIO', 'ENOSPC', 'EROFS', 'ESTALE'])
    expect(outageOf(failed(code, { syscall: 'fsync' }))).toBe('storage');
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006'])
    expect(outageOf(failed(code))).toBe('database');
  expect(outageOf(failed('ENOENT', { syscall: 'connect' }))).toBe('database');
  expect(outageOf(new Error('Connection terminated unexpectedly'))).toBe('database');
  // A file that is missing or damaged, a receiver that is away, a mistake in a statement, a bug.
  for (const error of [
    failed('ENOENT', { syscall: 'open' }),
    new StoredFileFault(1, 'missing'),
    new Fault('The receiver refused.', { retryable: true, cause: failed('ECONNREFUSED') }),
    Object.assign(new Fault('It refused.', { retryable: true }), { code: 'ECONNREFUSED' }),
    failed('57014'),
    new TypeError('x is not a function'),
    null,
  ])
    expect(outageOf(error)).toBe(null);
});

test('a database whose machine or name cannot be reached is away, like one that refuses', () => {
  // As while the container of a database restarts: its name has no address then.
  for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
    expect(databaseOutageOf(failed(code, { syscall: 'getaddrinfo' }))).toBe('unreachable');
  for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
    expect(databaseOutageOf(failed(code, { syscall: 'connect' }))).toBe('unreachable');
  // What was sent before may have been done.
  for (const code of ['ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
    expect(databaseOutageOf(failed(code, { syscall: 'read' }))).toBe('lost');
});
