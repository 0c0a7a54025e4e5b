import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { forThisFile } from '../support/scratch.ts';
import { isInShare, isWhole, shareName } from '../support/share.ts';
import { type Caller, callersOf, instanceForThisFile, NO_CALLER, send, WITHOUT_LIMITS } from './callers.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type Described, describedOperations } from './described.ts';
import { type HostileWire, hostile, nearlyValid } from './hostile.ts';
import { type Answered, problemOf } from './judge.ts';
import { type Ids, openOrganization, randomIds, spreadIds } from './organization.ts';
import { openLine } from './over-the-wire.ts';
import { requestOf, type Wire, writeRequest } from './requests.ts';

// Requests made from the contract's description: as they should be, with one thing wrong, and hostile ones. Nothing
// may fail on our side, answer what is not documented, or show its inside. The seeds stay, so that a run can be had
// again; PARAPH_SEED adds to them, to try others. A run sends one share of what each operation is asked.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const SEED = Number(process.env.PARAPH_SEED ?? 0);
const ROUND = 101;
const REQUESTS = 6_000;
const AT_ONCE = 8;

/** Each hashes a password, for a tenth of a second or so of a processor. */
const SLOW = new Set([
  'signIn',
  'signUp',
  'setUpInstance',
  'changePassword',
  'requestAddressChange',
  'eraseAccount',
  'handOverInstance',
  'confirmPasswordReset',
  'acceptInvitation',
]);

type Send = (caller: Caller, wire: Wire) => Promise<Answered>;

const dns = await forThisFile(openDnsServer());
const instance = await instanceForThisFile({
  env: { ...WITHOUT_LIMITS, PARAPH_SIGN_UP: 'open', PARAPH_DNS_SERVERS: dns.address },
});
await spreadIds(instance);
const { cookie } = await instance.signIn('Stranger', 'stranger@example.com');
const stranger: Caller = { name: 'stranger', headers: { cookie, 'sec-fetch-site': 'same-origin' } };
let made = 0;

interface Plan {
  ids: Ids;
  own: readonly Caller[];
  chance: Chance;
}

interface Attempt {
  operation: Described;
  caller: Caller;
  wire: HostileWire;
}

/** The caller: mostly one with many permissions. */
function pickCaller(operation: Described, { own, chance }: Plan): Caller {
  if (operation.access === 'signer' && !chance.once(6)) {
    return own.find(({ name }) => name === 'signer') ?? NO_CALLER;
  }
  if (!chance.once(2)) return own[0] ?? NO_CALLER;
  return chance.pick([...own, stranger, NO_CALLER]);
}

function attemptOf(operation: Described, plan: Plan): Attempt {
  const { ids, chance } = plan;
  const caller = pickCaller(operation, plan);
  const request = requestOf(operation, chance.once(8) ? randomIds(ids) : ids);
  const kind = chance.below(10);
  if (kind >= 5) return { operation, caller, wire: hostile(operation, request, chance) };
  const wire = writeRequest(operation, kind === 0 ? request : nearlyValid(request, chance));
  return { operation, caller, wire: { ...wire, mayMiss: false } };
}

/** What ends something comes last, so that the rest finds it as it was. */
function isEnding({ method, name }: Described): boolean {
  return method === 'DELETE' || /cancel|decline|finish|approve|signOut|changePassword|start/i.test(name);
}

async function problemOfAttempt({ operation, caller, wire }: Attempt, sending: Send): Promise<string | null> {
  const { mayMiss, ...request } = wire;
  const answer = await sending(caller, request);
  made += 1;
  // An id that is empty, or longer than any, is another address.
  const leadsElsewhere = mayMiss || /\/(\/|$)|[^/]{501}/.test(request.url.split('?')[0] ?? '');
  // One or two dots make it the address of another operation (WHATWG URL §4.4), which may refuse in its own way.
  const hasDots = /\/\.{1,2}(\/|$)/.test(request.url.split('?')[0] ?? '');
  // Node's parser takes no address and headers beyond 16 KiB.
  const isMiss =
    (leadsElsewhere && [200, 204, 400, 404].includes(answer.status)) ||
    (hasDots && answer.status < 500) ||
    answer.status === 431;
  const problem = problemOf(isMiss ? null : operation, answer);
  if (problem === null) return null;
  const { method, url, headers, payload = '' } = request;
  const shown = [method, url, JSON.stringify(headers), String(payload)].map((each) => each.slice(0, 200));
  return `${operation.name} by ${caller.name}: ${problem}: ${answer.body.slice(0, 300)} for ${shown.join(' ')}`;
}

async function problemsOf(attempts: readonly Attempt[], sending: Send): Promise<string[]> {
  const queue = [...attempts].reverse();
  const problems: string[] = [];
  const work = async () => {
    for (let attempt = queue.pop(); attempt; attempt = queue.pop()) {
      const problem = await problemOfAttempt(attempt, sending);
      if (problem) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}

async function askAll(sending: Send): Promise<void> {
  const failures = vi.spyOn(instance.deps.log, 'error');
  const chance = chanceOf(SEED + ROUND);
  const organization = await openOrganization(instance, 'Asked');
  const plan: Plan = { ids: organization.ids, own: callersOf(organization), chance };
  const all = chance.shuffle(describedOperations());
  const each = Math.ceil(REQUESTS / (all.length - SLOW.size));
  const attempts = (operations: readonly Described[]) =>
    operations.flatMap((operation, order) => {
      const length = SLOW.has(operation.name) ? Math.ceil(each / 6) : each;
      // By the place of the operation too: each is asked a few times only, which would leave a share without any.
      return Array.from({ length }, () => attemptOf(operation, plan)).filter((_attempt, index) =>
        isInShare(order + index, 6),
      );
    });
  const first = chance.shuffle(attempts(all.filter((operation) => !isEnding(operation))));
  const last = attempts(all.filter(isEnding));
  const problems = [...(await problemsOf(first, sending)), ...(await problemsOf(last, sending))];
  await instance.runJobs();
  const causes = failures.mock.calls.map(([what]) => String((what as { err?: unknown }).err));
  expect({ problems: problems.slice(0, 8), causes: [...new Set(causes)] }).toEqual({
    problems: [],
    causes: [],
  });
}

test(`whatever is asked, the answer is one of those that are documented: seed ${ROUND}, ${shareName}`, async () => {
  await instance.app.listen({ host: '127.0.0.1', port: 0 });
  const line = openLine((instance.app.server.address() as AddressInfo).port);
  await askAll(async (caller, wire) => {
    // One of three over a socket.
    if (made % 3 === 0) return line.send(caller, wire);
    const { statusCode: status, headers, body } = await send(instance, caller, wire);
    return { status, headers, body };
  });
  line.close();
  expect(made).toBeGreaterThanOrEqual(isWhole ? 6_000 : 900);
  expect((Object.prototype as Record<string, unknown>).admin).toBeUndefined();
});
