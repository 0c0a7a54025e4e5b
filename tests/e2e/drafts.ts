import type { Page } from 'playwright-core';
import { type AppClient, readOk } from '../support/app-client.ts';
import { type BulkCall, makeTemplate as makeTemplateBy, type NewTemplate } from '../support/http-bulk.ts';
import { type QuickRequest, quickForm } from '../support/quick-form.ts';
import { namePerson } from './people.ts';
import { ADA, LEASE, pdfFile, type Stage } from './stage.ts';

export interface PageSession {
  session: string;
  designerUrl: string;
  envelopeView: string;
}

/** A draft, as a program makes it, by default for Ada; answers its 40-character id. */
export async function makeDraft(app: AppClient, request: QuickRequest): Promise<string> {
  const { payload: body, headers } = quickForm({ document: LEASE, ...request });
  const made = await readJson<Made>(app, '/api/v1/envelopes', { method: 'POST', headers, body });
  const page = await readJson<{ items: (Made & { envelopeId: string })[] }>(
    app,
    `/api/v1/workspaces/${made.workspaceId}/workflows?limit=100`,
  );
  const number = page.items.find(({ envelopeId }) => envelopeId === made.id)?.id;
  // The form has placed signatures already; here a test places them.
  await readJson(app, `/api/v1/workspaces/${made.workspaceId}/workflows/${number}/fields`, {
    method: 'PUT',
    body: JSON.stringify({ fields: [] }),
  });
  return made.id;
}

interface Made {
  id: string;
  workspaceId: number;
}

/** A template as programs make them; answers the address of its page. */
export async function makeTemplate(
  { account, server }: Pick<Stage, 'account' | 'server'>,
  template: Partial<NewTemplate>,
): Promise<string> {
  const call = (method: string, path: string, body?: object) =>
    account.call(path, body, method === 'PUT' ? method : undefined);
  const path = await makeTemplateBy(call as BulkCall, { document: LEASE, ...template });
  const [, space, id] = /workspaces\/(\d+)\/templates\/(\d+)$/.exec(path) ?? [];
  return `${server.baseUrl}/templates/${space}/${id}`;
}

/** Gives a draft these fields on its first document, each for the role of its recipient, counted from 0; starts it. */
export async function startWithFields(
  app: AppClient,
  envelopeId: string,
  fields: readonly { type: string; recipient?: number }[],
): Promise<void> {
  const { workspaceId, documents, recipients } = await readJson<{
    workspaceId: number;
    documents: { id: number }[];
    recipients: { roles: { id: number }[] }[];
  }>(app, `/api/v1/envelopes/${envelopeId}`);
  const owned = fields.map(({ recipient = 0, ...field }) => ({
    documentId: documents[0]?.id,
    role: recipients[recipient]?.roles[0]?.id,
    page: 1,
    ...field,
  }));
  const path = `/api/v1/workspaces/${workspaceId}/workflows/${envelopeId}`;
  await readJson(app, `${path}/fields`, { method: 'PUT', body: JSON.stringify({ fields: owned }) });
  await readJson(app, `${path}/start`, { method: 'PUT' });
}

export function sessionFor(app: AppClient, envelopeId: string): Promise<PageSession> {
  return readJson<PageSession>(app, `/api/v1/envelopes/${envelopeId}/session`);
}

export interface PlacedField {
  type: string;
  label: string;
  page: number;
  posX: number;
  posY: number;
  style: { width: number; height: number };
}

/** What the server holds. */
export function readEnvelope(
  app: AppClient,
  envelopeId: string,
): Promise<{ status: string; fields: PlacedField[] }> {
  return readJson(app, `/api/v1/envelopes/${envelopeId}`);
}

async function readJson<T>(app: AppClient, path: string, init?: RequestInit): Promise<T> {
  return (await readOk(await app.call(path, init))) as T;
}

/** In the form of a new document: a file, the name of the document, and one person to sign. */
export async function fillNewDocument(page: Page, name: string, file = 'lease.pdf'): Promise<void> {
  await page.getByLabel('Document', { exact: true }).setInputFiles(pdfFile(file));
  await page.getByRole('textbox', { name: 'Name' }).first().fill(name);
  await namePerson(page.getByRole('region', { name: 'People' }), ADA);
}

/** The filled form, the draft made of it, and how that is changed. */
export async function visitDraft(
  page: Page,
  baseUrl: string,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${baseUrl}/documents/new`);
  const files = [pdfFile('lease.pdf'), pdfFile('annex with a rather long name, signed copy of 2026.pdf')];
  await page.getByLabel('Document', { exact: true }).setInputFiles(files);
  await page.getByLabel('Message (optional)').fill('Please sign by Friday.');
  const people = page.getByRole('region', { name: 'People' });
  await namePerson(people, ADA);
  await look(page, 'send-filled');
  await page.getByRole('button', { name: 'Place fields first' }).click();
  await page.waitForURL(/\/designing\//);
  await page.goto(`${baseUrl}/documents`);
  await page.getByRole('link', { name: 'lease', exact: true }).first().click();
  await page.getByRole('button', { name: 'Delete draft' }).waitFor();
  await look(page, 'draft');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await look(page, 'draft-edit');
}
