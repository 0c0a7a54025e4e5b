import { operations } from '@paraph/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFormValues } from './form-values.ts';

const ofEnvelope = (input: unknown) => readFormValues(operations.createEnvelope.body, input);
const ofEdit = (input: unknown) => readFormValues(operations.editWorkflow.body, input);
const ann = { name: 'Ann', email: 'ann@example.com' };

describe('the values of a form', () => {
  test('are typed by the schema: digit texts, lists by index, and nothing else than its fields', () => {
    const { values, violations } = ofEnvelope({
      name: 'Lease',
      expiryDate: '1800000000',
      document: 'no file',
      steps: { 0: { type: 'sign', recipients: { 0: ann, 7: { ...ann, role: 'x' } } } },
      metadata: { deal: '7' },
      other: '1',
    });
    expect(violations).toEqual({});
    expect(values).toEqual({
      name: 'Lease',
      expiryDate: 1_800_000_000,
      steps: [{ type: 'sign', recipients: [ann, ann] }],
      metadata: { deal: '7' },
    });
  });

  test('leave out what does not fit; where a rule of the domain would not notice, it is a violation', () => {
    const { values, violations } = ofEnvelope({
      name: { a: 'b' },
      type: 'fancy',
      expiryDate: 'soon',
      scheduledStartDate: 'later',
      workspaceId: '1.5',
      senderMessage: { a: 'b' },
      preferences: 'x',
      steps: [{ type: 'wave', recipients: [{ name: {} }, 'x'] }, 'x'],
    });
    expect(values).toEqual({ steps: [{ recipients: [{}, {}] }, {}] });
    expect(violations).toEqual({
      name: 'Give the workflow a name.',
      type: 'Must be one of simple, advanced, qualified.',
      expiryDate: 'Must be an integer: seconds since 1970.',
      scheduledStartDate: 'Must be an integer: seconds since 1970.',
      workspaceId: 'Must be the integer id of one of your workspaces.',
      senderMessage: 'Must be a text of at most 4000 characters.',
      preferences: 'Must be a list: preferences[0][name] and preferences[0][value].',
    });
  });

  test('keep null where it takes something away, and pass over other empty fields', () => {
    const empty = { type: '', expiryDate: '', newWorkspaceId: '', metadata: '' };
    expect(ofEdit({ ...empty, name: '', senderMessage: '', scheduledStartDate: '' })).toEqual({
      values: { name: '', senderMessage: '', scheduledStartDate: null },
      violations: {},
    });
    expect(ofEdit({ name: null, senderMessage: null, scheduledStartDate: null })).toEqual({
      values: { senderMessage: null, scheduledStartDate: null },
      violations: {},
    });
    expect(ofEdit({ metadata: [] }).values).toEqual({ metadata: [] });
  });

  test('are read without throwing, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(ofEnvelope(anything).values).toBeTypeOf('object');
      }),
    );
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), (anything) => {
        expect(ofEdit(anything).values).toBeTypeOf('object');
      }),
    );
  });
});
