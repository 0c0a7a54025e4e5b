import { describe, expect, it } from 'vitest';
import { curlOf, linesOf, type OpenApi, operationsOf, readDescription, typeOf } from './openapi-state.ts';

const [text = ''] = Object.values(
  import.meta.glob<string>('../../../contract/openapi.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const openApi = JSON.parse(text) as OpenApi;

function find(family: string, name: string) {
  const operation = operationsOf(openApi, family).find(({ operationId }) => operationId === name);
  if (!operation) throw new Error(`There is no ${name} in ${family}.`);
  return operation;
}

describe('the reference', () => {
  it('shows every operation in one family', () => {
    const all = Object.values(openApi.paths).flatMap((methods) => Object.values(methods));
    const shown = openApi.tags.flatMap(({ name }) => operationsOf(openApi, name));
    expect(shown).toHaveLength(all.length);
    for (const { name } of openApi.tags) expect(operationsOf(openApi, name).length, name).toBeGreaterThan(0);
  });

  it('writes the call of a form with its file and brackets', () => {
    const text = curlOf(find('Envelopes', 'createQuickEnvelope'));
    expect(text).toContain('curl -X POST "$PARAPH_URL/api/v1/quick/envelopes"');
    expect(text).toContain("-F 'document=@contract.pdf'");
    expect(text).toContain("-F 'steps[0][recipients][0][email]=ada@example.com'");
  });

  it('separates the description from the errors', () => {
    const { does, errors } = readDescription(find('Envelopes', 'cancelEnvelope').description);
    expect(does.join(' ')).toMatch(/^Stops a draft/);
    expect(errors.get('WORKFLOW_STATUS_CONFLICT')).toBe('The envelope has ended.');
    expect(readDescription(undefined)).toEqual({ does: [], errors: new Map() });
  });

  it('fills in the path, and sends JSON where that is wanted', () => {
    const text = curlOf(find('Workspaces', 'updateWorkspaceUsers'));
    expect(text).toContain('"$PARAPH_URL/api/v1/workspaces/7/users"');
    expect(text).toContain("-H 'Content-Type: application/json'");
  });

  it('names types in words, and looks into lists and what may be null', () => {
    expect(typeOf(openApi, { anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('text or null');
    expect(typeOf(openApi, { type: 'array', items: { $ref: '#/components/schemas/Step' } })).toBe(
      'list of Step',
    );
    const step = linesOf(openApi, { type: 'array', items: { $ref: '#/components/schemas/Step' } });
    expect(step.map(({ name }) => name)).toEqual(expect.arrayContaining(['order', 'type', 'actions']));
    expect(step.find(({ name }) => name === 'actions')?.inner).not.toBeNull();
    expect(step.every(({ description }) => description !== '')).toBe(true);
  });
});
