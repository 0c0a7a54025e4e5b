import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/answers.test.ts'];

export const answerFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/answer-columns.ts',
    tests: ['domain/src/answer-columns.test.ts'],
    faults: {
      'equal-labels-share-a-column': ['counts.get(field.label) ?? 0) + 1', 'counts.get("") ?? 0) + 1'],
      'two-columns-with-one-heading': ['taken.has(heading)', 'false'],
    },
  },
  {
    file: 'server/src/audit/event-store.ts',
    tests: API,
    faults: {
      'answers-of-other-templates': ['and events.detail @> ${JSON.stringify({ templateId })}::jsonb', ''],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-page-store.ts',
    tests: API,
    faults: {
      'answers-of-all-but-those-asked-for': ['if (narrowing?.ids) base.push', 'if (false) base.push'],
      'answers-of-before-the-time': ['sql`ended_at >= ${endedFrom}`', 'sql`true`'],
    },
  },
  {
    file: 'server/src/workflows/reading/workflow-view.ts',
    tests: API,
    faults: {
      'answers-that-a-condition-hides': ['shown.has(field.id) ? field.value : null', 'field.value'],
    },
  },
  {
    file: 'server/src/templates/export-answers.ts',
    tests: API,
    faults: {
      'answers-without-the-scope-of-templates': ["  requireScope(caller, 'templates:read');\n", ''],
      'answers-of-one-workspace-alone': ['workspaceId: null', 'workspaceId'],
    },
  },
  {
    file: 'server/src/templates/answers-view.ts',
    tests: API,
    faults: { 'place-of-who-took-two-is-empty': ['isAsPlanned && role', 'false && role'] },
  },
];
