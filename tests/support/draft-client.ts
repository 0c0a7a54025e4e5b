import { expect } from 'vitest';
import type { Field, Recipient as Person, Workflow } from '../../sdk/src/shapes.ts';
import { multipart, type Part, type Session, type TestInstance } from './instance.ts';

export type { Field, Person, Workflow };
export type PageOf<Item> = { total: number; limit: number; pages: number; items: Item[] };
export type Answer = Awaited<ReturnType<Session['call']>>;
export interface PersonForm {
  name: string;
  email: string;
  anchorTag?: string;
  phone?: string;
  language?: string;
  roles: { type: string; color?: string }[];
}

export const codeOf = (answer: Answer) => (answer.json() as { error: { code: string } }).error.code;
export const violationsOf = (answer: Answer) =>
  Object.keys((answer.json() as { error: { violations?: object } }).error.violations ?? {}).sort();
export const good = <T>(answer: Pick<Answer, 'statusCode' | 'body'> & { json(): unknown }): T => {
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as T;
};

/** The form of a PDF and texts beside it. */
export function pdfForm(values: Record<string, string>, document: Uint8Array | null) {
  const parts: Part[] = Object.entries(values).map(([name, value]) => ({ name, value }));
  if (document) parts.push({ name: 'document', value: document, fileName: 'lease.pdf' });
  return multipart(parts);
}

/** A user who creates workflows step by step, in their first workspace. */
export async function openDraftClient(instance: TestInstance, session: Session, lease: Uint8Array) {
  // The first document of a process need not wait for a warm-up.
  await instance.deps.intake.warm();
  const spaces = good<{ id: number }[]>(await session.call({ method: 'GET', url: '/api/v1/workspaces' }));
  const workspaceId = spaces[0]?.id ?? 0;
  const base = `/api/v1/workspaces/${workspaceId}/workflows`;
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    session.call({ method, url: base + path, ...(payload ? { payload } : {}) });
  const sendForm = (path: string, values: Record<string, string>, document: Uint8Array | null = lease) =>
    session.call({ method: 'POST', url: base + path, ...pdfForm(values, document) });
  const create = (values: Record<string, string> = {}, document: Uint8Array | null = lease) =>
    sendForm('', { name: 'Lease', ...values }, document);
  const draft = async (document: Uint8Array = lease) => good<Workflow>(await create({}, document));
  const setRoles = async (id: number, recipients: object[]) =>
    good<Person[]>(await send('PUT', `/${id}/roles`, { recipients }));
  return {
    instance,
    workspaceId,
    base,
    send,
    sendForm,
    create,
    draft,
    setRoles,
    read: async (id: number) => good<Workflow>(await send('GET', `/${id}`)),
    /** A draft of one document with one step after another, a person each; `roles` are their first ones. */
    filled: async (people: readonly PersonForm[], document: Uint8Array = lease) => {
      const { id, documents } = await draft(document);
      const persons = await setRoles(id, [...people]);
      const steps = persons.map(({ roles }) => ({
        type: roles[0]?.type,
        roles: roles.map((role) => role.id),
      }));
      good(await send('POST', `/${id}/steps`, { steps }));
      return {
        id,
        persons,
        roles: persons.map((person) => person.roles[0]?.id),
        documentId: documents[0]?.id,
      };
    },
  };
}
