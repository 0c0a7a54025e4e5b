import { multipart } from './quick-form.ts';

/** Sends a call with a credential, to whichever server answers; JSON, unless it is a form. */
export type BulkCall = <Answer>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object | ReturnType<typeof multipart>,
) => Promise<Answer>;

export const isForm = (body: object): body is ReturnType<typeof multipart> => 'payload' in body;

/** A template that one person signs, by calls of the interface; answers the path of its bulk jobs. */
export async function makeBulkTemplate(call: BulkCall, document: Uint8Array): Promise<string> {
  const [space] = await call<{ id: number }[]>('GET', '/api/v1/workspaces');
  const templates = `/api/v1/workspaces/${space?.id}/templates`;
  const parts = [
    { name: 'name', value: 'Lease' },
    { name: 'document', value: document, fileName: 'lease.pdf' },
  ];
  const { id } = await call<{ id: number }>('POST', templates, multipart(parts));
  const recipients = [{ name: 'Tenant', roles: [{ type: 'sign' }] }];
  const people = await call<{ roles: { id: number }[] }[]>('PUT', `${templates}/${id}/roles`, { recipients });
  const roles = people.flatMap((person) => person.roles.map((role) => role.id));
  await call('POST', `${templates}/${id}/steps`, { steps: [{ type: 'sign', roles }] });
  return `${templates}/${id}/bulk`;
}

/** A table with so many rows, each with an address of its own, and what counts for all of them. */
export function bulkForm(rows: number, values: Readonly<Record<string, string>>) {
  const lines = Array.from({ length: rows }, (_, at) => `Tenant ${at},tenant.${at}@example.com`);
  return multipart([
    ...Object.entries(values).map(([name, value]) => ({ name, value })),
    { name: 'file', fileName: 'people.csv', value: ['Tenant name,Tenant email', ...lines].join('\n') },
  ]);
}

export interface BulkProgress {
  id: number;
  state: string;
  rows: number;
  valid: number;
  sent: number;
  failed: number;
  pausedFor: string | null;
}
