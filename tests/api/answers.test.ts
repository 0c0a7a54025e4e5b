import { describe, expect, test } from 'vitest';
import type { Field } from '../../sdk/src/shapes.ts';
import { good, type Workflow } from '../support/draft-client.ts';
import { makeKey, openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const { instance, ada, bob, openSpace, letBob } = await openTeamCase();
const client = await openTemplateClient(instance, ada, lease);

const TENANT = { name: '@SUM(A1)', email: 'tia@example.com' };
const LANDLORD = { name: 'Lars "Lou", Jr', email: 'lars@example.com' };
const NAMES = ['Tenant', 'Landlord'];
const FIELDS = [
  { type: 'number', label: 'Rent', key: 'rent' },
  { type: 'text', label: 'Note' },
  { type: 'text', label: 'status' },
  { type: 'text', label: 'Note', value: 'Bring\nboots' },
  { type: 'checkbox', label: 'Pets', key: 'pets', required: false },
  {
    type: 'text',
    label: 'Dog',
    key: 'dog',
    showIf: { fieldId: 904, equals: '1' },
    readOnly: true,
    value: 'Rex',
  },
];
const HEAD =
  '\ufeffid,envelope id,name,status,sent,ended,Tenant name,Tenant email,Landlord name,Landlord email,other people,' +
  'rent,Note,status (2),Note (2),pets,dog';

/** For a tenant, who fills it in, and then a landlord. */
async function openTemplate(name = 'Lease') {
  const people = NAMES.map((each) => ({ name: each, type: 'sign' }));
  const { id, answer } = await client.filledWith(FIELDS, people, { name });
  good(answer);
  const url = `${client.base}/${id}/answers`;
  const text = async (query = '', session = ada) => {
    const answer = await session.call({ method: 'GET', url: url + query });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.body;
  };
  return {
    id,
    url,
    text,
    make: (body: object = {}) => client.cloned(id, { recipients: [TENANT, LANDLORD], ...body }),
    items: async (query = '', session = ada) => lines(await text(`?format=jsonl${query}`, session)),
    idsIn: async (query = '', session = ada) =>
      lines(await text(`?format=jsonl${query}`, session)).map((each) => each.id),
  };
}

interface Item extends Pick<Workflow, 'id' | 'name' | 'status' | 'workspaceId'> {
  people: { placeholder: string | null; name: string | null; email: string | null }[];
  answers: ({ key: string | null; label: string; type: string } & Answer)[];
}
type Answer = { value: string | null; by: string | null; atDate: number | null };

function lines(text: string): Item[] {
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Item);
}

const isoOf = (seconds: number | null) =>
  new Date((seconds ?? 0) * 1_000).toISOString().replace('.000Z', 'Z');
const readWorkflow = async (id: number) =>
  good<Workflow>(
    await ada.call({ method: 'GET', url: `/api/v1/workspaces/${client.workspaceId}/workflows/${id}` }),
  );

describe('answers of the workflows of a template', () => {
  test('are those that each has, as a table that calculates nothing and as lines', async () => {
    const { id, url, text, make, items } = await openTemplate();
    const draft = await make({ name: '=HYPERLINK("x")', values: { rent: -5 } });
    const { id: signedId, envelopeId } = await make({ hasToBeStarted: true });
    await instance.runJobs();
    const tenant = await followInvitation(instance, TENANT.email);
    const fieldOf = async (wanted: (field: Field) => boolean) =>
      ((await tenant.view()).fields as unknown as Field[]).find(wanted)?.id;
    const answer = async (wanted: (field: Field) => boolean, value: string) =>
      expect((await tenant.call('PUT', `/fields/${await fieldOf(wanted)}`, { value })).statusCode).toBe(200);
    await answer(({ key }) => key === 'rent', '1200.5');
    await answer(({ label, value }) => label === 'Note' && value === null, '+49 30, "x"');
    await answer(({ label }) => label === 'status', '\u202e=2*3');
    expect((await tenant.sign()).statusCode).toBe(200);
    await instance.runJobs();
    const started = isoOf((await readWorkflow(signedId)).startDate);

    const [head, running, ...rest] = (await text()).split('\r\n');
    expect(head).toBe(HEAD);
    const people = `'@SUM(A1),tia@example.com,"Lars ""Lou"", Jr",lars@example.com,`;
    expect(running).toBe(
      `${signedId},${envelopeId},Lease of the mill,started,${started},,${people},1200.5,"'+49 30, ""x""",` +
        `\u202e=2*3,"Bring\nboots",,`,
    );
    expect(rest).toEqual([
      `${draft.id},${draft.envelopeId},"'=HYPERLINK(""x"")",not_started,,,${people},'-5,,,"Bring\nboots",,`,
      '',
    ]);

    const [item] = await items(`&ids=${signedId}`);
    expect(item).toMatchObject({
      id: signedId,
      status: 'started',
      endDate: null,
      workspaceId: client.workspaceId,
    });
    expect(item?.people).toEqual([
      { placeholder: 'Tenant', ...TENANT },
      { placeholder: 'Landlord', ...LANDLORD },
    ]);
    const values = await ada.call({
      method: 'GET',
      url: `/api/v1/workspaces/${client.workspaceId}/workflows/${signedId}/values`,
    });
    const answers = item?.answers ?? [];
    const keyed = answers.flatMap(({ key, value, by, atDate }) =>
      key ? [[key, { value, by, atDate }]] : [],
    );
    expect(Object.fromEntries(keyed)).toEqual(values.json());
    expect(answers.map(({ key, label, value }) => [key, label, value])).toEqual([
      ['rent', 'Rent', '1200.5'],
      [null, 'Note', '+49 30, "x"'],
      [null, 'status', '\u202e=2*3'],
      [null, 'Note', 'Bring\nboots'],
      ['pets', 'Pets', null],
      // A condition hides it.
      ['dog', 'Dog', null],
    ]);
    expect(answers[1]).toMatchObject({ type: 'text', by: TENANT.email, atDate: expect.any(Number) });

    // The columns are those that the template has now; a line has all that its workflow has.
    const { fields } = await client.read(id);
    good(await client.send('PUT', `/${id}/fields`, { fields: fields.filter(({ key }) => key !== 'rent') }));
    expect((await text(`?ids=${signedId}`)).split('\r\n')[0]).toBe(HEAD.replace('rent,', ''));
    expect((await items(`&ids=${signedId}`))[0]?.answers).toEqual(answers);
    const answered = await ada.call({ method: 'GET', url });
    expect(answered.headers).toMatchObject({
      'content-disposition': expect.stringContaining('answers.csv'),
      'content-type': 'text/csv; charset=utf-8; header=present',
      'cache-control': 'private, no-store',
    });
  });

  test('name who took each place, also where one person took two, or one was added', async () => {
    const { make, items, text } = await openTemplate();
    const twice = await make({ recipients: [TENANT, TENANT] });
    const added = await make();
    const base = `/api/v1/workspaces/${client.workspaceId}/workflows/${added.id}/roles`;
    const recipients = [
      ...added.recipients,
      { name: 'Wim', email: 'wim@example.com', roles: [{ type: 'review' }] },
    ];
    expect((await caller(ada)('PUT', base, { recipients })).status).toBe(200);
    const both = NAMES.map((placeholder) => ({ placeholder, ...TENANT }));
    const [later, first] = await items();
    expect([first?.id, first?.people]).toEqual([twice.id, both]);
    expect(later?.people).toEqual([
      { placeholder: 'Tenant', ...TENANT },
      { placeholder: 'Landlord', ...LANDLORD },
      { placeholder: null, name: 'Wim', email: 'wim@example.com' },
    ]);
    expect(await text(`?ids=${added.id}`)).toContain(',lars@example.com,Wim <wim@example.com>,');
  });

  test('are of those alone that filters find, that are there, and that were made of it', async () => {
    const [one, other] = [await openTemplate(), await openTemplate('Other')];
    const foreign = await other.make();
    const tagsUrl = `/api/v1/workspaces/${client.workspaceId}/tags`;
    const tag = (await caller(ada)('POST', tagsUrl, { name: 'Mills' })).body;
    const [draft, tagged, ended] = [
      await one.make(),
      await one.make({ tags: [tag.id] }),
      await one.make({ hasToBeStarted: true }),
    ];
    const space = await openSpace('Elsewhere');
    const moved = await one.make({ workspaceId: space });
    const workflows = `/api/v1/workspaces/${client.workspaceId}/workflows`;
    const gone = await one.make();
    expect((await caller(ada)('PUT', `${workflows}/${ended.id}/cancel`)).body).toMatchObject([
      { result: true },
    ]);
    const act = { act: 'delete', ids: [gone.id] };
    expect((await caller(ada)('POST', `${workflows}/acts`, act)).body).toMatchObject([{ result: true }]);
    expect(await one.idsIn()).toEqual([ended.id, tagged.id, draft.id, moved.id]);
    expect(await one.idsIn('&status=canceled')).toEqual([ended.id]);
    expect(await one.idsIn(`&filters[tags]=${tag.id}`)).toEqual([tagged.id]);
    expect(await one.idsIn(`&ids=${draft.id},${foreign.id},${moved.id}`)).toEqual([draft.id, moved.id]);
    expect(await one.idsIn('&query=lars')).toHaveLength(4);
    const now = instance.nowSeconds();
    expect(await one.idsIn(`&endedFrom=${now}&endedBefore=${now + 1}`)).toEqual([ended.id]);
    expect(await one.idsIn(`&endedFrom=${now + 1}`)).toEqual([]);
    expect(await one.idsIn(`&endedBefore=${now}`)).toEqual([]);
    for (const query of ['ids=1,x', 'ids=', 'status=lost', 'format=xlsx', 'endedFrom=-1'])
      expect((await caller(ada)('GET', `${one.url}?${query}`)).status, query).toBe(400);
    // What was deleted with its template is answered no more, and what was made of it stays.
    expect((await caller(ada)('DELETE', one.url.replace('/answers', ''))).status).toBe(204);
    expect((await caller(ada)('GET', one.url)).body.error.code).toBe('TEMPLATE_NOT_FOUND');
  });

  test('are of what the caller may see', async () => {
    const { id, url, make, idsIn } = await openTemplate();
    const withRole = (...permissions: string[]) => letBob(client.workspaceId, ...permissions);
    const hidden = await make({ workspaceId: await openSpace('Of Ada alone') });
    const adas = await make();
    const bobs = await make();
    const { pool } = instance.deps;
    await pool.query('update workflows set creator_id = $1 where id = $2', [bob.profile.id, bobs.id]);
    await withRole('view_created_workflow', 'view_others_workflow');
    expect((await caller(bob)('GET', url)).body.error.code).toBe('TEMPLATE_NOT_FOUND');
    await withRole('view_others_template', 'view_created_workflow');
    expect(await idsIn('', bob)).toEqual([bobs.id]);
    await withRole('view_others_template', 'view_others_workflow');
    expect(await idsIn('', bob)).toEqual([adas.id]);
    await withRole('view_others_template');
    expect(await idsIn('', bob)).toEqual([]);
    expect(await idsIn()).toEqual([bobs.id, adas.id, hidden.id]);
    // The two scopes, and the record.
    const byKey = async (...scopes: string[]) => {
      const { key } = await makeKey(ada, { scopes });
      return (await instance.inject({ method: 'GET', url, headers: { 'x-api-key': key } })).statusCode;
    };
    expect([await byKey('workflows:read'), await byKey('templates:read')]).toEqual([403, 403]);
    expect(await byKey('workflows:read', 'templates:read')).toBe(200);
    const { rows } = await pool.query(
      `select detail from organization_events where name = 'workspace.list_exported' order by id desc limit 1`,
    );
    expect(rows[0].detail).toEqual({ workspaceId: client.workspaceId, templateId: id, format: 'csv' });
  });

  test('go on from slice to slice, each workflow once', async () => {
    const { make, text, idsIn } = await openTemplate();
    const { id } = await make();
    const { pool } = instance.deps;
    const columnsOf = async (table: string, ...others: string[]) => {
      const { rows } = await pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER' and not column_name = any($2)`,
        [table, others],
      );
      return rows.map(({ name }) => name).join(', ');
    };
    const workflow = await columnsOf('workflows', 'envelope_id');
    const event = await columnsOf('events', 'workflow_id');
    await pool.query(
      `with copies as (insert into workflows (envelope_id, ${workflow})
         select left(envelope_id, 8) || md5(i::text), ${workflow} from workflows, generate_series(1, 1001) as i
         where id = $1 returning id)
       insert into events (workflow_id, ${event})
       select copies.id, ${event} from copies, events where events.workflow_id = $1 and sequence = 1`,
      [id],
    );
    const ids = await idsIn();
    expect(ids).toHaveLength(1_002);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect((await text()).split('\r\n')).toHaveLength(1_004);
  });
});
