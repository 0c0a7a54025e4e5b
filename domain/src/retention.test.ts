import { describe, expect, test } from 'vitest';
import {
  canErase,
  decideRetention,
  evaluateRetention,
  findHold,
  type HoldSubject,
  type LegalHold,
  NO_POLICY,
  type RetentionFacts,
  type RetentionPolicies,
  type RetentionPolicy,
} from './retention.ts';
import { WORKFLOW_STATUSES, type WorkflowStatus } from './workflow.ts';

const day = (text: string) => new Date(`${text}T10:00:00Z`);
const facts = (change: Partial<RetentionFacts> = {}): RetentionFacts => ({
  status: 'signed',
  changedAt: day('2020-02-29'),
  endedAt: day('2020-02-29'),
  scheduledStartAt: null,
  ...change,
});
const policies = (change: Partial<Record<keyof RetentionPolicies, Partial<RetentionPolicy>>>) =>
  ({
    organization: change.organization ? { ...NO_POLICY, ...change.organization } : null,
    workspace: change.workspace ? { ...NO_POLICY, ...change.workspace } : null,
    template: change.template ? { ...NO_POLICY, ...change.template } : null,
    workflow: change.workflow ? { ...NO_POLICY, ...change.workflow } : null,
  }) satisfies RetentionPolicies;
const all = { signedYears: 1, draftDays: 1, stoppedMonths: 1 };

describe('when a workflow is due', () => {
  test('never, where no policy says a period', () => {
    for (const status of WORKFLOW_STATUSES)
      expect([status, evaluateRetention(policies({}), facts({ status })).dueAt]).toEqual([status, null]);
  });

  test('never, while people are waited for or a seal is made', () => {
    const waiting: WorkflowStatus[] = ['started', 'approved', 'to_be_archived', 'blocked'];
    for (const status of waiting) {
      const { rule, dueAt } = evaluateRetention(policies({ organization: all }), facts({ status }));
      expect([status, rule, dueAt]).toEqual([status, null, null]);
    }
  });

  test('years after a signed one ended, months after one stopped, days after a draft changed', () => {
    const organization = { signedYears: 10, draftDays: 90, stoppedMonths: 6 };
    const due = (change: Partial<RetentionFacts>) =>
      evaluateRetention(policies({ organization }), facts(change)).dueAt;
    expect(due({ status: 'signed', endedAt: day('2016-11-22') })).toEqual(day('2026-11-22'));
    for (const status of ['declined', 'canceled', 'expired'] as const)
      expect(due({ status, endedAt: day('2026-05-22') })).toEqual(day('2026-11-22'));
    expect(due({ status: 'not_started', changedAt: day('2026-08-24'), endedAt: null })).toEqual(
      day('2026-11-22'),
    );
  });

  test('on the last day of a month that is shorter', () => {
    expect(evaluateRetention(policies({ organization: { signedYears: 1 } }), facts()).dueAt).toEqual(
      day('2021-02-28'),
    );
    const stopped = facts({ status: 'canceled', endedAt: day('2026-10-31') });
    const due = (stoppedMonths: number) =>
      evaluateRetention(policies({ organization: { stoppedMonths } }), stopped).dueAt;
    expect([due(1), due(4), due(14)]).toEqual([day('2026-11-30'), day('2027-02-28'), day('2027-12-31')]);
  });

  test('not, while a draft waits for its start', () => {
    const scheduled = facts({ status: 'not_started', scheduledStartAt: day('2030-01-01') });
    expect(evaluateRetention(policies({ organization: all }), scheduled).dueAt).toBeNull();
  });

  test('as the nearest policy says that sets the period, each period for itself', () => {
    const set = policies({
      organization: { signedYears: 10, stoppedMonths: 6 },
      workspace: { signedYears: 2 },
      workflow: { draftDays: 5 },
    });
    expect(evaluateRetention(set, facts())).toEqual({
      rule: 'signed',
      source: 'workspace',
      dueAt: day('2022-02-28'),
    });
    expect(evaluateRetention(set, facts({ status: 'expired' })).source).toBe('organization');
    expect(evaluateRetention(set, facts({ status: 'not_started' })).source).toBe('workflow');
  });

  test('never, where the nearest policy says for ever', () => {
    const set = policies({ organization: { signedYears: 1 }, workspace: { signedYears: 0 } });
    expect(evaluateRetention(set, facts())).toEqual({ rule: 'signed', source: 'workspace', dueAt: null });
  });
});

test('only a period can erase something', () => {
  expect(canErase([])).toBe(false);
  expect(canErase([NO_POLICY, { signedYears: 0, draftDays: 0, stoppedMonths: 0 }])).toBe(false);
  expect(canErase([NO_POLICY, { ...NO_POLICY, draftDays: 1 }])).toBe(true);
});

describe('a hold', () => {
  const subject: HoldSubject = { workflowId: 7, workspaceId: 3, emailKeys: ['ann@example.com'] };
  const hold = (change: Partial<LegalHold>): LegalHold => ({
    id: 1,
    reason: 'Lawsuit',
    workflowId: null,
    workspaceId: null,
    emailKey: null,
    ...change,
  });

  test('keeps a workflow, all of a workspace, all of a person', () => {
    for (const change of [{ workflowId: 7 }, { workspaceId: 3 }, { emailKey: 'ann@example.com' }])
      expect(findHold([hold({ id: 9, workflowId: 8 }), hold(change)], subject)).toEqual(hold(change));
    const unrelated = [{ workflowId: 3 }, { workspaceId: 7 }, { emailKey: 'bob@example.com' }, {}];
    for (const change of unrelated) expect(findHold([hold(change)], subject)).toBeNull();
  });

  test('beats a period that has passed, and changes nothing before', () => {
    const about = { policies: policies({ organization: all }), facts: facts(), subject };
    const holds = [hold({ id: 4, workspaceId: 3 })];
    const [before, after] = [day('2021-02-27'), day('2021-02-28')];
    expect(decideRetention(about, [], before)).toEqual({ outcome: 'kept' });
    expect(decideRetention(about, holds, before)).toEqual({ outcome: 'kept' });
    expect(decideRetention(about, [], after)).toEqual({ outcome: 'due', rule: 'signed', dueAt: after });
    expect(decideRetention(about, holds, after)).toEqual({
      outcome: 'held',
      rule: 'signed',
      dueAt: after,
      holdId: 4,
    });
  });
});
