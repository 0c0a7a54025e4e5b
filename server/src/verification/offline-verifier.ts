import { readFile } from 'node:fs/promises';
import { Refusal } from '@paraph/domain';
import { keyText } from '@paraph/pades';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { projectDir } from '../platform/project-dir.ts';
import { openLogKey } from '../transparency-log/log-key.ts';
import { isOwnLog, type LogDeps, readDemandedLogs } from './demanded-log.ts';
import { type AnchorDeps, hashesUntilMs, listTrustAnchors } from './trust-anchors.ts';

export type PageDeps = AnchorDeps & LogDeps & Pick<Deps, 'config' | 'vault'>;

const PAGE_FILE = `${projectDir}verifier/dist/paraph-verify.html`;
/** Where the page has what belongs to one instance. It is data: the page's policy runs no script but its own. */
const SLOT = '<script type="application/json" id="instance">null</script>';

/** The public download of the verifier that needs neither this instance nor a network (`verifier/`). */
export function addOfflineVerifier(app: FastifyInstance, deps: PageDeps): void {
  app.get('/paraph-verify.html', async (_request, reply) => {
    const page = await readOfflineVerifier(deps, null);
    if (page === null)
      throw new Refusal(
        'NOT_FOUND',
        'The offline verifier is not built on this instance; `npm run build` there builds it.',
      );
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': 'attachment; filename="paraph-verify.html"',
        'cache-control': 'no-cache',
      })
      .send(page);
  });
}

/**
 * With what this instance trusts for this caller, or for any visitor, and why: both must say the same of a file. Null
 * where it is not built.
 */
export async function readOfflineVerifier(deps: PageDeps, caller: Caller | null): Promise<string | null> {
  const page = await readFile(PAGE_FILE, 'utf8').catch(() => null);
  if (page === null) return null;
  const { clock, config } = deps;
  const anchors = await listTrustAnchors(deps, caller);
  const logs = await readDemandedLogs(deps);
  const witnesses = config.witnesses.map(({ key }) => keyText(key));
  const instance = {
    host: new URL(config.baseUrl).host,
    exportedAt: toSeconds(clock.now()),
    logKey: keyText((await openLogKey(deps)).publicKey),
    hashesUntilMs: hashesUntilMs(deps),
    witnesses,
    // Without the log itself at hand, a witness has to have seen what it states.
    logs: logs.map((log) => (isOwnLog(deps, log) ? { ...log, witnesses } : log)),
    roots: anchors.map(({ der, ...root }) => ({ ...root, der: der.toString('base64') })),
  };
  // The text is inside an element, and must not end it.
  const text = JSON.stringify(instance).replaceAll('<', '\\u003c');
  if (!page.includes(SLOT)) throw new Error('the built verifier has no slot for the roots');
  return page.replace(SLOT, () => SLOT.replace('null', () => text));
}
