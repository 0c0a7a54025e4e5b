import { createHash } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { consistencyProof, keyText, nodesOf, parseKeyText } from '@paraph/pades';
import type { Deps } from '../../server/src/deps.ts';
import { leafInsertion } from '../../server/src/transparency-log/api.ts';
import { askWitnesses } from '../../server/src/transparency-log/ask-witnesses.ts';
import { integrateLeaves, tilesIn } from '../../server/src/transparency-log/integrate-leaves.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { addWitnessedLog } from '../../server/src/transparency-log/witnessed-log-store.ts';
import { openHttpServer } from './http-server.ts';
import { openTestInstance, type TestInstance } from './instance.ts';

export const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** An instance with a name of its own, which others reach on loopback. */
export async function openNamedInstance(
  host: string,
  {
    env = {},
    prepareDataDir,
  }: Pick<NonNullable<Parameters<typeof openTestInstance>[0]>, 'env' | 'prepareDataDir'> = {},
) {
  const instance = await openTestInstance({
    env: { PARAPH_BASE_URL: `https://${host}`, PARAPH_ABUSE_CONTACT: `operator@${host}`, ...env },
    ...(prepareDataDir ? { prepareDataDir } : {}),
  });
  const origin = await instance.app.listen({ port: 0, host: '127.0.0.1' });
  return Object.assign(instance, { witnessUrl: `${origin}/log/witness` });
}

export type NamedInstance = Awaited<ReturnType<typeof openNamedInstance>>;

/** Its key as a witness, in the spelling of settings. */
export async function witnessKeyOf(instance: Pick<TestInstance, 'inject'>): Promise<string> {
  return (await instance.inject({ method: 'GET', url: '/log/witness/key' })).body.trim();
}

/** What an instance would have with these witnesses in its settings. */
export function withWitnesses(deps: Deps, witnesses: readonly { key: string; url: string }[]): Deps {
  const read = witnesses.map(({ key, url }) => ({ key: parseKeyText(key), url }));
  return { ...deps, config: { ...deps.config, witnesses: read } };
}

/** Adds leaves with these names, and gives them their places. */
export async function addLeaves(deps: Deps, ...names: string[]): Promise<void> {
  for (const name of names) {
    await deps.database
      .transaction()
      .execute((tx) => leafInsertion(tx, [{ kind: 'seal', hash: hashOf(name) }]).execute());
    await integrateLeaves(deps);
  }
}

/** Has the witness cosign the log. */
export async function nameLog({ deps }: TestInstance, log: Deps): Promise<void> {
  const { publicKey } = await openLogKey(log);
  const row = {
    origin: publicKey.name,
    public_key: Buffer.from(publicKey.publicKey),
    added_at: deps.clock.now(),
  };
  if (!(await addWitnessedLog(deps.database, row)))
    throw new Error(`${keyText(publicKey)} is not its key here.`);
}

/** The body of a request for the newest checkpoint of a log, or for another one. */
export async function submissionOf(
  log: Pick<TestInstance, 'deps' | 'inject'>,
  old: number,
  { checkpoint }: { checkpoint?: string } = {},
): Promise<string> {
  const note = checkpoint ?? (await log.inject({ method: 'GET', url: '/log/checkpoint' })).body;
  const proof = await consistencyProof(old, Number(note.split('\n')[1]), nodesOf(tilesIn(log.deps.database)));
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  return `old ${old}\n${lines}\n${note}`;
}

export function submit(witness: Pick<TestInstance, 'inject'>, payload: string | Buffer) {
  const headers = { 'content-type': 'text/plain' };
  return witness.inject({ method: 'POST', url: '/log/witness/add-checkpoint', payload, headers });
}

/** Another machine with the keys and the log of an instance as they are now. */
export async function openCopy(host: string, original: NamedInstance): Promise<NamedInstance> {
  const copy = await openNamedInstance(host, {
    prepareDataDir: (dataDir) =>
      cp(join(original.deps.config.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true }),
  });
  await copyLog(original.deps, copy.deps);
  const states = await original.deps.database.selectFrom('transparency_witness_states').selectAll().execute();
  if (states.length > 0)
    await copy.deps.database.insertInto('transparency_witness_states').values(states).execute();
  return copy;
}

/** The log of one database in another one. */
export async function copyLog({ database: from }: Deps, { database: to }: Deps): Promise<void> {
  await to.deleteFrom('transparency_state').execute();
  for (const table of ['transparency_state', 'transparency_leaves', 'transparency_tiles'] as const)
    await to
      .insertInto(table)
      .values((await from.selectFrom(table).selectAll().execute()) as never)
      .execute();
}

/** A witness that answers as it is told; `null`: it never answers. */
export async function openFakeWitness(answer: (body: string) => { status: number; text: string } | null) {
  const bodies: string[] = [];
  const { origin: url, close } = await openHttpServer(({ body }, response) => {
    bodies.push(body.toString());
    const said = answer(body.toString());
    if (said) response.writeHead(said.status).end(said.text);
  });
  return { url, bodies, close };
}

/** The minute of an instance: asks, and tells its operator. */
export async function passMinute(instance: NamedInstance, deps: Deps = instance.deps): Promise<void> {
  instance.advance(60);
  await askWitnesses(deps);
  await instance.jobs['ask-witnesses'](0);
}
