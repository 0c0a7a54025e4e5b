import type { WholeTemplate } from '@paraph/contract';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import { good, type PageOf, pdfForm, type Workflow } from './draft-client.ts';
import type { Session, TestInstance } from './instance.ts';

export type Template = Static<typeof WholeTemplate>;
export type TemplatePage = PageOf<Template>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A user who creates templates and workflows from them, in their first workspace. */
export async function openTemplateClient(instance: TestInstance, session: Session, lease: Uint8Array) {
  await instance.deps.intake.warm();
  const spaces = good<{ id: number }[]>(await session.call({ method: 'GET', url: '/api/v1/workspaces' }));
  const workspaceId = spaces[0]?.id ?? 0;
  const base = `/api/v1/workspaces/${workspaceId}/templates`;
  const send = (method: Method, path: string, payload?: object) =>
    session.call({ method, url: base + path, ...(payload ? { payload } : {}) });
  const sendForm = (path: string, values: Record<string, string>, document: Uint8Array | null = lease) =>
    session.call({ method: 'POST', url: base + path, ...pdfForm(values, document) });
  const create = async (values: Record<string, string> = {}, document: Uint8Array = lease) => {
    const answer = await sendForm('', { name: 'Lease', ...values }, document);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json() as Template;
  };
  const clone = (templateId: number, body: object) =>
    session.call({
      method: 'POST',
      url: `/api/v1/cloner/template/${templateId}/workflow`,
      payload: { workspaceId, name: 'Lease of the mill', recipients: [], ...body },
    });
  const setRoles = async (id: number, recipients: object[]) =>
    good<Template['recipients']>(await send('PUT', `/${id}/roles`, { recipients }));
  const read = async (id: number) => good<Template>(await send('GET', `/${id}`));
  /** A template with one step after another, a placeholder each, and a signature field for who signs. */
  const filled = async (
    people: readonly { name: string; type: string }[],
    values: Record<string, string> = {},
  ) => {
    const { id, documents } = await create(values);
    const roles = await setRoles(
      id,
      people.map(({ name, type }) => ({ name, roles: [{ type }] })),
    );
    const steps = roles.map((person) => ({
      type: person.roles[0]?.type,
      roles: person.roles.map((role) => role.id),
    }));
    good(await send('POST', `/${id}/steps`, { steps }));
    const fields = roles.flatMap((person, index) =>
      person.roles
        .filter(({ type }) => type === 'sign')
        .map((role) => ({
          type: 'signature',
          documentId: documents[0]?.id,
          page: 1,
          posX: 10,
          posY: 20 + 10 * index,
          role: role.id,
          style: { width: 30, height: 8 },
        })),
    );
    good(await send('PUT', `/${id}/fields`, { fields }));
    return read(id);
  };
  /** Such a template with further fields of the first who signs, one below another; and how they were taken. */
  const filledWith = async (more: readonly object[], ...asked: Parameters<typeof filled>) => {
    const { id, fields } = await filled(...asked);
    const [signature] = fields;
    const box = { documentId: signature?.documentId, role: signature?.role, page: 1, posX: 45 };
    const placed = more.map((field, at) => {
      return { ...box, posY: 10 + 8 * at, style: { width: 50, height: 6 }, id: 900 + at, ...field };
    });
    return { id, answer: await send('PUT', `/${id}/fields`, { fields: [...fields, ...placed] }) };
  };
  return {
    workspaceId,
    base,
    send,
    sendForm,
    create,
    clone,
    setRoles,
    read,
    cloned: async (templateId: number, body: object) => good<Workflow>(await clone(templateId, body)),
    filled,
    filledWith,
  };
}
