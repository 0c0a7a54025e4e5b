import type { AnswerOf, publicLinkOperations as operations } from '@paraph/contract';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { good } from './draft-client.ts';
import { expectStatus, openInstanceCase, type TimelineEntry } from './instance-case.ts';
import { openMailReceiver } from './mail-receiver.ts';
import { lease } from './quick-sender.ts';
import { forThisFile } from './scratch.ts';
import { openTemplateClient } from './template-client.ts';
import { workflowTables } from './workflow-tables.ts';

export type Link = AnswerOf<(typeof operations)['readPublicLink']> & { secret: string };
type Form = AnswerOf<(typeof operations)['readForm']>;
export type Proof = AnswerOf<(typeof operations)['proveMailbox']>;
type Submissions = AnswerOf<(typeof operations)['listSubmissions']>;

/** An instance with a template that has public links, and their visitors. */
export async function openPublicLinks() {
  const mailServer = await forThisFile(openMailReceiver());
  const { instance, sender, get } = await openInstanceCase({ env: { SMTP_URL: mailServer.url } });
  const client = await openTemplateClient(instance, sender, lease);
  const { query } = workflowTables(() => instance);

  let visits = 0;
  /** An address block of its own for each visit, unless a test says another. */
  const somewhere = () => {
    visits += 1;
    return `2001:db8:${visits.toString(16)}::7`;
  };

  let people = 0;
  const person = (name = 'Ada Lovelace') => ({ name, email: `visitor.${++people}@example.com` });

  /** A template whose tenant comes, with a number and a name of theirs, and a landlord after them. */
  async function openTemplate() {
    const whole = await client.filled([
      { name: 'Tenant', type: 'sign' },
      { name: 'Landlord', type: 'sign' },
    ]);
    const [tenant, landlord] = whole.recipients;
    const [own, other] = whole.fields;
    const box = {
      documentId: own?.documentId,
      page: 1,
      posX: 45,
      required: false,
      style: { width: 40, height: 6 },
    };
    const rent = { ...box, type: 'number', label: 'Rent', key: 'rent', posY: 10, role: own?.role };
    const flat = { ...box, type: 'text', label: 'Flat', key: 'flat', posY: 40, role: own?.role };
    const fee = { ...box, type: 'text', label: 'Fee', key: 'fee', posY: 60, role: other?.role };
    good(await client.send('PUT', `/${whole.id}/fields`, { fields: [own, other, rent, flat, fee] }));
    const path = `/${whole.id}/links`;
    const mira = () => ({ placeholderId: landlord?.id, ...person('Mira Vogel') });
    const post = (settings: object) => client.send('POST', path, { name: 'Flats of the mill', ...settings });
    return {
      ...{ id: whole.id, path, tenantId: tenant?.id, landlordId: landlord?.id, mira, post },
      make: async (settings: object = {}) => {
        const answer = await post({ placeholderId: tenant?.id, people: [mira()], ...settings });
        return openForm(expectStatus(answer, 201).json() as Link, path);
      },
    };
  }

  /** The page of a link, as browsers use it. */
  function openForm(link: Link, path: string) {
    const token = new URL(link.url).pathname.split('/').pop() ?? '';
    const base = `/api/v1/forms/${token}`;
    const at = `${path}/${link.id}`;
    const begin = (body: object, remoteAddress = somewhere()) =>
      instance.inject({ method: 'POST', url: `${base}/submissions`, payload: body, remoteAddress });
    const enter = (key: string, code: string) =>
      instance.inject({
        ...{ method: 'POST', url: `${base}/submissions/${key}/proof`, payload: { code } },
        remoteAddress: somewhere(),
      });
    const begun = async (person: { name: string; email: string }, more: object = {}) => {
      const answer = expectStatus(await begin({ ...person, ...more }), 202);
      await instance.runJobs();
      return { key: (answer.json() as { submission: string }).submission, code: codeTo(person.email) };
    };
    return {
      ...{ link, token, base, begin, enter, begun },
      view: async () => good<Form>(await instance.inject({ method: 'GET', url: base })),
      read: async () => good<Link>(await client.send('GET', at)),
      change: (body: object) => client.send('PUT', at, body),
      end: () => client.send('DELETE', at),
      renew: async () => good<Link>(await client.send('POST', `${at}/secret`)),
      submissions: async () => good<Submissions>(await client.send('GET', `${at}/submissions`)).items,
      /** Comes with a mailbox of their own, and proves it. */
      come: async (person: { name: string; email: string }, more: object = {}) => {
        const { key, code } = await begun(person, more);
        return good<Proof>(await enter(key, code));
      },
    };
  }

  const mailsTo = (email: string) =>
    mailServer.messages.filter(({ to }) => to.some((each) => each.toLowerCase() === email.toLowerCase()));
  const codeTo = (email: string) =>
    mailsTo(email)
      .map(({ mail }) => /: (\d{6})$/.exec(mail.subject ?? '')?.[1])
      .findLast((code) => code !== undefined) ?? '';
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  const workflowOf = async (email: string) =>
    (await query('select workflow_id from recipients where email = $1 order by id desc', [email]))[0] as
      | { workflow_id: number }
      | undefined;
  const timelineOf = async (id: number) =>
    good<TimelineEntry[]>(await get(`/api/v1/workspaces/${client.workspaceId}/workflows/${id}/timeline`));
  const sweep = () => buildJobs(instance.deps as never)['sweep-records'](0);

  return {
    ...{ instance, sender, get, client, query, person, openForm, mailsTo, codeTo, another },
    ...{ workflowOf, timelineOf, sweep, template: await openTemplate() },
  };
}
