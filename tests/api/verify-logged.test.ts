import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { multipart } from '../support/instance.ts';
import { expectStatus, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { signWithItsKeys } from '../support/keys-of-instance.ts';
import { nameLog, openNamedInstance, witnessKeyOf } from '../support/witnesses.ts';

const WORDS = 'Not in the log: this service, or somebody with its keys, made it unseen.';

const witness = await forThisFile(openNamedInstance('witness.example.net'));
const { instance } = await openInstanceCase({
  env: { PARAPH_WITNESSES: `${await witnessKeyOf(witness)} ${witness.witnessUrl}` },
});
const { deps } = instance;
await nameLog(witness, deps);

async function verify(file: Uint8Array, as: '' | '/xml' = '') {
  const part = { name: 'document', value: file, fileName: 'contract.pdf' };
  const answer = await instance.inject({ method: 'POST', url: `/api/v1/verify${as}`, ...multipart([part]) });
  return expectStatus(answer, 200);
}

async function judge(file: Uint8Array) {
  const report = (await verify(file)).json();
  return { ...report, signature: report.signatures[0] };
}

const demandSince = (since: Date | null) =>
  sql`update transparency_state set certificates_since = ${since}`.execute(deps.database);

describe('a signature below the root of this instance', () => {
  test('is as it was signed where the log has it, and names who else has seen it', async () => {
    const file = await signWithItsKeys(deps, 'logged');
    const before = await judge(file);
    expect(before.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
    const log = {
      state: 'logged',
      sentence: 'In the log.',
      origin: 'localhost:3000/log',
      index: expect.any(Number),
      addedAt: instance.nowSeconds(),
      seenBy: [],
      reasons: [],
    };
    expect(before.signature).toMatchObject({ log, certificate: { trusted: true } });
    await instance.jobs['ask-witnesses'](0);
    const name = 'witness.example.net/log/witness';
    const seenBy = [{ name, seenAt: expect.any(Number) }];
    const { signature, text } = await judge(file);
    expect(signature.log).toEqual({ ...log, seenBy });
    expect(text).toMatch(
      /Signature 1: .*Seen in the log by one other: witness\.example\.net\/log\/witness at 20/,
    );
    expect((await verify(file, '/xml')).body).toMatch(/validation:log<.*?mainindication:passed/s);
  });

  test.each(['without-proof', 'other-log'] as const)('counts for nothing %s', async (way) => {
    const file = await signWithItsKeys(deps, way);
    const { verdict, document, signature, text } = await judge(file);
    expect(verdict).toEqual({ state: 'not-logged', reason: 'not-logged' });
    expect(document).toMatchObject({ intact: 'all', identity: 'none' });
    expect(signature).toMatchObject({
      log: { state: 'not-logged', sentence: WORDS, seenBy: [] },
      certificate: { trusted: false, trustedBy: null, reasons: [WORDS] },
      indication: { main: 'INDETERMINATE', sub: 'CHAIN_CONSTRAINTS_FAILURE' },
      reached: null,
    });
    expect(signature.log.reasons).toHaveLength(1);
    expect(text.startsWith(WORDS)).toBe(true);
    const xml = (await verify(file, '/xml')).body;
    expect(xml).toMatch(/validation:log<.*?mainindication:failed/s);
    expect(xml).toContain(`<Value>${WORDS}</Value>`);
    expect(xml).toContain('subindication:CHAIN_CONSTRAINTS_FAILURE');
  });

  test('keeps its verdict where it is of before the day from which the log is demanded', async () => {
    const file = await signWithItsKeys(deps, 'without-proof');
    await demandSince(new Date(deps.clock.now().getTime() + 1000));
    expect(await judge(file)).toMatchObject({
      verdict: { state: 'as-signed' },
      signature: { log: { state: 'not-demanded' }, certificate: { trusted: true } },
    });
    await demandSince(deps.clock.now());
    expect((await judge(file)).verdict.state).toBe('not-logged');
    await demandSince(null);
    expect(await judge(file)).toMatchObject({ verdict: { state: 'as-signed' }, signature: { log: null } });
  });
});
