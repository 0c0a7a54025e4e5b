import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createOcspRequest,
  createSigningJob,
  parseCertificate,
  readCrl,
  readOcspResponse,
  validate,
} from '@paraph/pades';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Authority, openAuthority } from '../../server/src/authority/open-authority.ts';
import { respondToOcsp } from '../../server/src/authority/publish-revocations.ts';
import { pemOf, run } from '../conformance/pdf-validators.ts';
import { DAY } from '../support/instance.ts';
import { folderForThisFile, openInstanceCase } from '../support/instance-case.ts';

const YEAR = 365.25 * DAY;

let after: ReturnType<typeof certificates>;
const folder = await folderForThisFile();
const { instance, download, sendSigned, signInAgain } = await openInstanceCase();

const restart = async () => Object.assign(instance.deps.authority, await openAuthority(instance.deps));
const certificates = ({ root, formerRoots, links, issuing, timestamping }: Authority) => ({
  roots: [root, ...formerRoots].map(({ certificate }) => certificate),
  links,
  issuing: issuing.certificate,
  timestamping: timestamping.certificate,
});

async function read(url: string): Promise<Buffer> {
  const answer = await instance.inject({ method: 'GET', url });
  expect(answer.statusCode, url).toBe(200);
  return answer.rawPayload;
}

/** A document that one person signed, sealed. */
async function sealed(email: string): Promise<string> {
  await signInAgain();
  const id = await sendSigned({ name: 'Ada', email });
  await instance.runJobs();
  return id;
}

const levels = (bytes: Buffer, root: Buffer) =>
  validate(bytes, { anchors: [root], at: instance.deps.clock.now() }).signatures.map(({ level }) => level);

/**
 * What OpenSSL says of the newest timestamp's certificate now, and of those of all signers and timestamps whatever
 * the time, each with a list of every issuer up to one root: it is given nothing but that root and what the file holds.
 */
function openssl(bytes: Buffer, root: Buffer): string[] {
  const path = (name: string) => join(folder, name);
  const held = createSigningJob(bytes).validationData();
  const { signatures, timestamps } = validate(bytes, { anchors: [root], at: instance.deps.clock.now() });
  const ends = [...signatures, ...timestamps].map(({ certificate }) => certificate?.chain[0] ?? Buffer.of());
  writeFileSync(path('root.pem'), pemOf(root));
  // Not the former root, which OpenSSL would take for the end of a path that begins below it.
  const isRoot = (der: Uint8Array) => after.roots.some((each) => each.equals(der));
  const between = held.certificates.filter((each) => !isRoot(each));
  writeFileSync(path('held.pem'), between.map((each) => pemOf(each)).join(''));
  writeFileSync(path('lists.pem'), held.crls.map((each) => pemOf(each, 'X509 CRL')).join(''));
  const moment = String(Math.floor(instance.deps.clock.now().getTime() / 1000));
  const given = ['-CAfile', path('root.pem'), '-untrusted', path('held.pem'), '-CRLfile', path('lists.pem')];
  const ask = (end: Uint8Array, ...asked: string[]) => {
    writeFileSync(path('end.pem'), pemOf(end));
    return run('openssl', ['verify', '-crl_check_all', ...asked, ...given, path('end.pem')]).text;
  };
  const newest = ask(ends.at(-1) ?? Buffer.of(), '-purpose', 'timestampsign', '-attime', moment);
  return [newest, ...ends.map((end) => ask(end, '-no_check_time'))];
}

describe('a root within ten years of its end', () => {
  let before: ReturnType<typeof certificates>;
  let early: string;
  let late: string;
  let old: Buffer;
  let young: Buffer;

  beforeAll(async () => {
    instance.advance(17.5 * YEAR);
    await restart();
    before = certificates(instance.deps.authority);
    early = await sealed('early@example.com');
    instance.advance(3 * YEAR);
    await restart();
    after = certificates(instance.deps.authority);
    late = await sealed('late@example.com');
    [young = Buffer.of(), old = Buffer.of()] = after.roots;
  });

  test('gets a successor with a key of its own, once, which certifies all that is made from then on', async () => {
    expect(before.roots).toHaveLength(1);
    expect(before.links).toEqual([]);
    expect(after.roots).toHaveLength(2);
    expect(old.equals(before.roots[0] ?? Buffer.of())).toBe(true);
    const [first, second] = [parseCertificate(old), parseCertificate(young)];
    expect(Buffer.from(second.subject).equals(first.subject)).toBe(true);
    expect(Buffer.from(second.publicKey).equals(first.publicKey)).toBe(false);
    expect(second.notAfter.getTime() - first.notAfter.getTime()).toBeGreaterThan(9 * YEAR);
    for (const made of [after.issuing, after.timestamping].map(parseCertificate))
      expect(made.authorityKeyId).toEqual(second.subjectKeyId);
    expect(parseCertificate(after.issuing).notAfter).toEqual(second.notAfter);
    await restart();
    expect(certificates(instance.deps.authority)).toEqual(after);
  });

  test('is certified by its successor and the other way round, as OpenSSL sees it', async () => {
    const path = (name: string, der: Buffer) => {
      writeFileSync(join(folder, name), pemOf(der));
      return join(folder, name);
    };
    const [link] = after.links;
    if (!link) throw new Error('There is no link.');
    const moment = String(Math.floor(instance.deps.clock.now().getTime() / 1000));
    const verify = (root: Buffer, between: Buffer, end: Buffer) => {
      const given = ['-CAfile', path('root.pem', root), '-untrusted', path('link.pem', between)];
      return run('openssl', ['verify', '-attime', moment, ...given, path('end.pem', end)]).text;
    };
    expect(verify(old, link.newWithOld, after.issuing)).toContain('end.pem: OK');
    expect(verify(young, link.oldWithNew, before.issuing)).toContain('end.pem: OK');
    expect(verify(old, link.oldWithNew, after.issuing)).not.toContain('end.pem: OK');
  });

  test('accepts what its successor sealed, and after a renewal its successor what it sealed', async () => {
    const [under, below] = [await download(early), await download(late)];
    for (const root of after.roots) expect(levels(below, root)).toEqual(['B-LTA']);
    const isAccepted = (file: Buffer, root: Buffer) =>
      openssl(file, root).every((text) => text.includes('end.pem: OK'));
    for (const root of after.roots) expect(isAccepted(below, root)).toBe(true);
    expect(levels(under, old)).toEqual(['B-LTA']);
    const {
      links: [link],
    } = after;
    // Who has both roots, as this instance, needs no link.
    const all = { anchors: after.roots, at: instance.deps.clock.now() };
    for (const file of [under, below])
      expect(validate(file, all).signatures.map(({ level }) => level)).toEqual(['B-LTA']);

    instance.advance(6.1 * YEAR);
    await restart();
    await instance.jobs['renew-seals'](0);
    await instance.runJobs();
    await signInAgain();
    const renewed = await download(early);
    expect(renewed.subarray(0, under.length).equals(under)).toBe(true);
    expect(renewed.length).toBeGreaterThan(under.length);
    for (const root of after.roots) expect(levels(renewed, root)).toEqual(['B-LTA']);
    for (const root of after.roots) expect(isAccepted(renewed, root)).toBe(true);
    const held = createSigningJob(renewed)
      .validationData()
      .certificates.map((each) => Buffer.from(each));
    for (const wanted of [link?.newWithOld, link?.oldWithNew])
      expect(held.some((each) => wanted && each.equals(wanted))).toBe(true);
  });

  test('is still answered for, beside its successor', async () => {
    const { deps } = instance;
    expect((await read('/authority/ca.cer')).equals(young)).toBe(true);
    expect((await read('/authority/root.cer')).equals(old)).toBe(true);
    expect((await read('/authority/root2.cer')).equals(young)).toBe(true);
    expect((await read('/authority/roots.pem')).toString().match(/BEGIN CERTIFICATE/g)).toHaveLength(4);
    const policy = (await read('/authority/policy')).toString();
    for (const name of ['root', 'root2']) expect(policy).toContain(`/authority/${name}.cer`);
    for (const path of ['root3.cer', 'root2.key', 'roots', 'root2-crl.cer'])
      expect((await instance.inject({ method: 'GET', url: `/authority/${path}` })).statusCode).toBe(404);
    expect(parseCertificate(after.issuing).crlUrls).toEqual(['http://localhost:3000/authority/root2-crl']);
    const lists = await Promise.all(
      ['root-crl', 'root2-crl'].map(async (name) => read(`/authority/${name}`)),
    );
    expect(lists.map((list) => readCrl(list).issuer)).toEqual(
      [old, young].map((root) => parseCertificate(root).subject),
    );
    expect(lists[0]?.equals(lists[1] ?? Buffer.of())).toBe(false);
    const [link] = after.links;
    if (!link) throw new Error('There is no link.');
    const asked = [
      [before.issuing, old, 'good'],
      [after.issuing, young, 'good'],
      [link.newWithOld, old, 'good'],
      [link.oldWithNew, young, 'good'],
      [after.issuing, old, 'unknown'],
    ] as const;
    for (const [certificate, issuer, status] of asked) {
      const about = { certificate: parseCertificate(certificate), issuer: parseCertificate(issuer) };
      const answer = readOcspResponse(await respondToOcsp(deps, createOcspRequest(about)));
      expect(answer.responses[0]?.status).toBe(status);
    }
  });
});
