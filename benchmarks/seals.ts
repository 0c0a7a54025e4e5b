import { type Ledger, readLedger, spentEach } from './cpu-ledger.ts';
import { buildDocument } from './documents.ts';
import { sealCall, sealForm } from './envelope-calls.ts';
import { type LoadResult, runLoad } from './load.ts';
import { profiled } from './profiled.ts';
import type { Report } from './report.ts';
import type { StatementsSent } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

const PAYSLIPS = 1_000;
const CALLERS = [1, 4, 8];
const WARMING = 150;

/** How long a thousand payslips of a page take, sealed by HTTP, with so many callers at a time. */
export async function benchSeals(): Promise<Report> {
  const target = await startTarget();
  try {
    const body = sealForm(buildDocument({ pages: 1 }));
    await sealAll(target, body, { callers: 8, calls: WARMING });
    const results: (Measured & { callers: number })[] = [];
    for (const callers of CALLERS)
      results.push({ callers, ...(await sealAll(target, body, { callers, calls: PAYSLIPS })) });
    const places = await profiled(target, 'seals', () => sealAll(target, body, { callers: 8, calls: 200 }));
    return {
      tables: [
        {
          title: `seals: POST /api/v1/seals, ${PAYSLIPS} payslips of one page`,
          notes: [
            'each answer is the sealed file at B-LTA, with a timestamp of the instance, checked and durable',
            'CPU: milliseconds of processor time a seal; the program that makes the load takes more of the same cores',
          ],
          rows: results.map(({ callers, perSecond, p50Ms, p95Ms, queries, cpuMs }) => ({
            '': `${callers} callers`,
            'a thousand takes s': PAYSLIPS / perSecond,
            'a minute': perSecond * 60,
            'p50 ms': p50Ms,
            'p95 ms': p95Ms,
            queries,
            'CPU server': cpuMs?.server ?? null,
            'CPU intake': cpuMs?.intake ?? null,
            'CPU postgres': cpuMs?.postgres ?? null,
          })),
        },
        { title: 'seals: where the server’s own thread spends its time', rows: places },
      ],
      details: { payslips: PAYSLIPS, results },
    };
  } finally {
    await target.end();
  }
}

interface Measured extends LoadResult {
  /** Round trips to the database, a seal. */
  queries: number;
  cpuMs: Ledger | null;
}

async function sealAll(
  target: Target,
  body: Uint8Array,
  { callers, calls }: { callers: number; calls: number },
): Promise<Measured> {
  const before = readLedger(target.pid);
  const { sent: sentBefore } = await target.ask<StatementsSent>({ kind: 'count-queries' });
  const next = (index: number) => sealCall(target, body, index);
  const result = await runLoad({ port: target.port, callers, calls, next });
  const { sent } = await target.ask<StatementsSent>({ kind: 'count-queries' });
  const cpuMs = spentEach(before, readLedger(target.pid), calls);
  return { ...result, queries: (sent - sentBefore) / calls, cpuMs };
}
