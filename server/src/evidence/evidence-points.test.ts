import { SANDBOX_NAME } from '@paraph/domain';
import { expect, it } from 'vitest';
import { proveIn, signLogged, witness } from '../../../pades/src/testing/logged-signature.ts';
import { listNotProven } from './evidence-points.ts';

type Body = Parameters<typeof listNotProven>[0];

it('says in words what is not proven of a person, by how they were identified', () => {
  const reached = { level: 'advanced', identification: 'code-sms' };
  const body = { signers: [{ reached, act: null, certificates: [] }], documents: [] } as unknown as Body;
  expect(listNotProven(body, [])[0]).toBe(
    'Who a person is, identified by the link in their mailbox and a code in a text message to their phone, ' +
      'bound to the content: a person with the mailbox and the phone could have signed; the sender named both.',
  );
});

it('says of a qualified signature what the provider’s certificate states, and how far it goes', () => {
  const reached = { level: 'qualified', identification: 'trust-service-provider', weakestLink: 'it vouches' };
  const signer = (name: string, issuer: string) => ({
    name,
    reached,
    act: null,
    certificates: [{ subject: 'Ada Lovelace', issuer }],
  });
  const sentences = (...signers: unknown[]) =>
    listNotProven({ signers, documents: [] } as unknown as Body, []).slice(0, 2);
  expect(sentences(signer('Ada Lovelace', 'Good CA'))).toEqual([
    'Who “Ada Lovelace” is beyond the certificate of the trust service provider: “Good CA” vouches that it belongs ' +
      'to this person, and that the key is in their qualified device.',
    'That a person read every page, or understood it.',
  ]);
  expect(sentences(signer('A. King', 'Good CA'))[1]).toBe(
    'That “A. King” and “Ada Lovelace” are one person: the sender gave the first name, the certificate of the trust ' +
      'service provider states the second.',
  );
  expect(sentences(signer('Ada Lovelace', SANDBOX_NAME))[0]).toContain('identifies no person');
  const reviewer = { name: 'Bob', reached: null, act: null, certificates: [] };
  const both = listNotProven(
    { signers: [signer('Ada Lovelace', 'Good CA'), reviewer], documents: [] } as unknown as Body,
    [],
  );
  expect(both[0]).toContain('beyond control of the mailbox');
  expect(both).toContain(
    'That the name of a person whom no provider identified is theirs: it is what the sender gave.',
  );
});

it('says in a sentence what is not recorded, and no number of a point', () => {
  const absent = ['Act of signing: the button and its language', 'What the mail server answered'].map(
    (title, index) => ({ number: index + 1, title, state: 'absent' as const, note: null }),
  );
  const body = { signers: [], documents: [] } as unknown as Body;
  const said = listNotProven(body, absent);
  expect(said).toContain('That the links were sent by mail: no mail server has confirmed that it took one.');
  expect(said).toContain(
    'Which button each person pressed, and in which language and time zone: their pages did not report it.',
  );
  expect(said.join(' ')).not.toMatch(/Point \d|after the mail server took it|beyond what the browser said/);
});

it('says how far the service could have signed itself, and who could have noticed', async () => {
  const [own, unbound] = await Promise.all([
    signLogged(),
    signLogged({ boundTo: () => undefined, proofs: async () => ({}) }),
  ]);
  const seen = await proveIn(['a\n', 'b\n'], 0, { cosigners: [witness] });
  const alone = await proveIn(['a\n', 'b\n'], 0);
  const saidOf = (level: string, certificate: Uint8Array, log: unknown) => {
    const certificates = [
      { chain: [Buffer.from(certificate).toString('base64')], subject: 'A', issuer: 'B' },
    ];
    const signers = [{ name: 'A', reached: { level, identification: 'passkey' }, act: null, certificates }];
    return listNotProven(
      { signers, documents: [{ sealed: { log, timestamp: {} } }] } as unknown as Body,
      [],
    ).join();
  };
  expect(saidOf('advanced', own.certificate, seen)).toContain('can make such a signature, but not unseen');
  expect(saidOf('advanced', own.certificate, alone)).toContain('no witness of the log has seen this one');
  expect(saidOf('advanced', own.certificate, null)).toContain('no witness of the log has seen this one');
  expect(saidOf('advanced', unbound.certificate, seen)).toContain('and nobody would see it');
  expect(saidOf('qualified', own.certificate, alone)).not.toContain('this service did not sign itself');
});
