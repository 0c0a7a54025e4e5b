import { describe, expect, test } from 'vitest';
import type { Signer } from '../certificates/signer.ts';
import { addUnsignedAttribute } from '../cms/add-unsigned-attribute.ts';
import { readCms } from '../cms/read-cms.ts';
import { augment } from '../levels/augment.ts';
import { anchors, authority, levelFixture } from '../testing/level-fixture.ts';
import { signingOptionsOf } from '../testing/signing-in-turn.ts';
import type { Timestamping } from '../timestamp/request-timestamp.ts';
import { validate } from '../validate/validate.ts';
import { addSignatureTimestamp } from './add-signature-timestamp.ts';
import { createSigningJob } from './signing-job.ts';

/** For the signature and the timestamp that follows. */
const ROOM = { contentsBytes: 8192 };
const options = signingOptionsOf('One', { answers: [] });

async function signed(signer: Signer = authority.signer('Ana'), contentsBytes?: number) {
  const on = levelFixture();
  const size = contentsBytes === undefined ? ROOM : { contentsBytes };
  const before = on.file();
  const update = await on.job.sign({ ...options, ...size }, signer);
  return { on, before, update };
}

describe('addSignatureTimestamp', () => {
  test.each(['ec', 'rsa', 'rsa-pss'] as const)(
    'raises a signature by a key of the kind %s to B-T',
    async (key) => {
      const { on, before, update } = await signed(authority.signer('Ana', { key }));
      expect(validate(Buffer.concat([before, update]), { anchors }).signatures[0]?.level).toBe('B-B');
      const later = await addSignatureTimestamp(update, on.timestamping);
      expect(later.length).toBe(update.length);
      const [report] = validate(Buffer.concat([before, later]), { anchors }).signatures;
      expect(report).toMatchObject({ level: 'B-T', sinceSigning: 'unchanged', timestamp: { ok: true } });
    },
  );

  test('gives the file that would have been signed with a timestamp at once', async () => {
    const signer = authority.signer('Rsa', { key: 'rsa' });
    const { on, before, update } = await signed(signer);
    const fresh = levelFixture();
    const atOnce = await createSigningJob(before).sign({ ...options, ...ROOM }, signer, fresh.timestamping);
    const later = await addSignatureTimestamp(update, on.timestamping);
    // The token's own signature differs; everything around it is equal.
    const withoutToken = (bytes: Uint8Array) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/<[0-9a-f]{4000,}>/, '');
    expect(withoutToken(later)).toBe(withoutToken(atOnce));
  });

  test('can be followed by further signatures and levels', async () => {
    const { on, before, update } = await signed();
    const later = await addSignatureTimestamp(update, on.timestamping);
    const job = createSigningJob(Buffer.concat([before, later]));
    await job.sign({ ...options, fieldName: 'Two' }, authority.signer('Ben'), on.timestamping);
    await augment(job, 'B-LTA', { ...on, anchors });
    const { signatures } = validate(job.source, { anchors });
    expect(signatures.map(({ level, sinceSigning }) => [level, sinceSigning])).toEqual([
      ['B-LTA', 'allowed-changes'],
      ['B-LTA', 'allowed-changes'],
    ]);
  });

  test('changes nothing when no authority responds', async () => {
    const { on, update } = await signed();
    const copy = Buffer.from(update);
    const down: Timestamping = {
      ...on.timestamping,
      authorities: [{ timestamp: () => Promise.reject(new Error('down')) }],
    };
    await expect(addSignatureTimestamp(update, down)).rejects.toThrow('down');
    expect(copy.equals(update)).toBe(true);
  });

  test('refuses a second timestamp, too small a placeholder and other bytes', async () => {
    const { on, update } = await signed();
    const later = await addSignatureTimestamp(update, on.timestamping);
    await expect(addSignatureTimestamp(later, on.timestamping)).rejects.toThrow('has a timestamp already');
    const small = await signed(authority.signer('Ana'), 1500);
    await expect(addSignatureTimestamp(small.update, on.timestamping)).rejects.toThrow('more contentsBytes');
    await expect(addSignatureTimestamp(on.original, on.timestamping)).rejects.toThrow('not that of one');
    const both = Buffer.concat([update, update]);
    await expect(addSignatureTimestamp(both, on.timestamping)).rejects.toThrow('not that of one');
  });
});

test('addUnsignedAttribute keeps the attributes that the signature has', async () => {
  const { on } = await signed();
  const [signature] = on.job.signatures();
  const one = addUnsignedAttribute(signature?.contents ?? new Uint8Array(), '1.2.3', Buffer.of(4, 1, 7));
  const two = addUnsignedAttribute(one, '1.2.4', Buffer.of(4, 1, 8));
  expect([...readCms(two).unsignedAttributes.keys()].sort()).toEqual(['1.2.3', '1.2.4']);
  expect(readCms(two).signedAttributes).toEqual(readCms(one).signedAttributes);
  expect(() => addUnsignedAttribute(two, '1.2.3', Buffer.of(4, 1, 9))).toThrow('such an attribute already');
});
