import { type CallBody, multipart } from './quick-form.ts';

/** Sends a call with a credential, to whichever server answers. */
export type BulkCall = <Answer>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: CallBody,
) => Promise<Answer>;

export interface NewTemplate {
  name?: string;
  people?: readonly string[];
  document: Uint8Array;
}

/** A template that people sign one after the other, by calls of the interface; answers its path. */
export async function makeTemplate(
  call: BulkCall,
  { name = 'Lease', people = ['Tenant'], document }: NewTemplate,
): Promise<string> {
  const [space] = await call<{ id: number }[]>('GET', '/api/v1/workspaces');
  const templates = `/api/v1/workspaces/${space?.id}/templates`;
  const parts = [
    { name: 'name', value: name },
    { name: 'document', value: document, fileName: 'lease.pdf' },
  ];
  const { id } = await call<{ id: number }>('POST', templates, multipart(parts));
  const recipients = people.map((person) => ({ name: person, roles: [{ type: 'sign' }] }));
  const made = await call<{ roles: { id: number }[] }[]>('PUT', `${templates}/${id}/roles`, { recipients });
  const steps = made.map(({ roles }) => ({ type: 'sign', roles: roles.map((role) => role.id) }));
  await call('POST', `${templates}/${id}/steps`, { steps });
  return `${templates}/${id}`;
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
