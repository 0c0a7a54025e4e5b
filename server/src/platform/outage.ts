import type { Outage } from '@paraph/domain';
import { Fault } from '@paraph/domain';
import { StorageFault } from '@paraph/storage';

/** What of this instance was away, so that the work did not fail and is done later; null for any other error. */
export function outageOf(error: unknown): Exclude<Outage, 'clock'> | null {
  if (error instanceof StorageFault || isOfDisk(error)) return 'storage';
  return databaseOutageOf(error) ? 'database' : null;
}

/** The disk, and not a file that it does not have: full, read-only, not for this user, broken or no longer mounted. */
const DISK = /^(EACCES|EDQUOT|EIO|ENODEV|ENOSPC|ENOTCONN|ENXIO|EROFS|ESTALE)$/;

function isOfDisk(error: unknown): boolean {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && syscall !== undefined && DISK.test(code);
}

/** Also a name without an address: that of a container has none while it restarts. */
const UNREACHABLE = /^(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|57P03|53300)$/;
/** Of the way to its machine: met by a new connection, or by one over which something was sent. */
const NO_WAY = /^(EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ETIMEDOUT)$/;
const LOST = /^(ECONNRESET|EPIPE|57P01|57P02|08\d{3})$/;
const LOST_WORDS = /^(Connection terminated|Client has encountered a connection error)/;

/** Not reached at all, or lost while something was under way. */
export function databaseOutageOf(error: unknown): 'unreachable' | 'lost' | null {
  // Its code is that of another server.
  if (!(error instanceof Error) || error instanceof Fault) return null;
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string };
  if (code === 'ENOENT') return syscall === 'connect' ? 'unreachable' : null;
  if (NO_WAY.test(code)) return /^(read|write)$/.test(syscall) ? 'lost' : 'unreachable';
  if (UNREACHABLE.test(code) || error.message.startsWith('timeout exceeded when trying to connect')) {
    return 'unreachable';
  }
  return LOST.test(code) || LOST_WORDS.test(error.message) ? 'lost' : null;
}
