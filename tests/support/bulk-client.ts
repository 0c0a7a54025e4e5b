import { good } from './draft-client.ts';
import { multipart } from './instance.ts';

import { expectStatus, type openInstanceCase } from './instance-case.ts';
import type { openTemplateClient } from './template-client.ts';

export interface Job {
  id: number;
  state: string;
  encoding: string;
  columns: { heading: string; meaning: string | null }[];
  rows: number;
  valid: number;
  invalid: number;
  sent: number;
  failed: number;
  canceled: number;
  signed: number;
  pausedFor: string | null;
}
interface Row {
  row: number;
  state: string;
  key: string | null;
  cells: string[] | null;
  problems: { column: string | null; problem: string }[];
  samePeopleAs: number | null;
  workflowId: number | null;
  envelopeId: string | null;
  status: string | null;
}

interface BulkCase extends Pick<Awaited<ReturnType<typeof openInstanceCase>>, 'get' | 'instance' | 'sender'> {
  client: Awaited<ReturnType<typeof openTemplateClient>>;
}

/** Templates of which tables are sent. */
export function bulkClient({ instance, client, sender, get }: BulkCase) {
  /** A template that asks a tenant to sign, with a number that the table can fill in. */
  async function openTemplate() {
    const rent = { type: 'number', label: 'Rent', key: 'rent', min: 100 };
    const { id, answer } = await client.filledWith([rent], [{ name: 'Tenant', type: 'sign' }]);
    good(answer);
    return jobsOf(id);
  }

  /** One that says nothing of where its tenant signs. */
  async function openUnplaced(document: Uint8Array) {
    const { id } = await client.create({}, document);
    const [tenant] = await client.setRoles(id, [{ name: 'Tenant', roles: [{ type: 'sign' }] }]);
    const roles = tenant?.roles.map((role) => role.id);
    good(await client.send('POST', `/${id}/steps`, { steps: [{ type: 'sign', roles }] }));
    return jobsOf(id);
  }

  function jobsOf(id: number) {
    const send = (file: Uint8Array | string, values: Record<string, string> = {}) =>
      sender.call({
        method: 'POST',
        url: `${client.base}/${id}/bulk`,
        ...multipart([
          ...Object.entries(values).map(([name, value]) => ({ name, value })),
          { name: 'file', fileName: 'people.csv', value: Buffer.from(file) },
        ]),
      });
    const path = (job: number, rest = '') => `${client.base}/${id}/bulk/${job}${rest}`;
    const read = async (job: number) => good<Job>(await get(path(job)));
    return {
      id,
      send,
      read,
      /** Once its rows are checked. */
      checked: async (file: Uint8Array | string, values: Record<string, string> = {}) => {
        const { id: job } = expectStatus(await send(file, values), 202).json() as Job;
        await instance.runJobs();
        return read(job);
      },
      act: (job: number, act: string, payload: object = {}) =>
        sender.call({ method: 'PUT', url: path(job, `/${act}`), payload }),
      map: (job: number, mapping: object) =>
        sender.call({ method: 'PUT', url: path(job), payload: { mapping } }),
      rows: async (job: number, state = '') =>
        good<{ items: Row[] }>(await get(path(job, `/rows?limit=100${state && `&state=${state}`}`))).items,
      text: async (job: number, rest: string) => (await get(path(job, rest))).body,
    };
  }
  return { openTemplate, openUnplaced };
}

export const tableOf = (count: number) =>
  ['Tenant name,Tenant email,field:rent']
    .concat(Array.from({ length: count }, (_, at) => `Tenant ${at},tenant.${at}@example.com,${1_000 + at}`))
    .join('\n');
