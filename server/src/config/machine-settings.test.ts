import { describe, expect, test } from 'vitest';
import { readMachine } from './groups.ts';
import { readValues } from './setting.ts';
import { SETTINGS } from './settings.ts';

const read = (env: Record<string, string>, cores: number) => {
  const problems: string[] = [];
  const settings = readMachine(readValues(SETTINGS, env, problems), cores, problems);
  return { settings, problems };
};

describe('what a process takes of its machine', () => {
  test.each([
    { cores: 1, connections: 12, quick: 3, seal: 2 },
    { cores: 2, connections: 16, quick: 4, seal: 3 },
    { cores: 8, connections: 32, quick: 12, seal: 8 },
    { cores: 32, connections: 32, quick: 12, seal: 8 },
  ])('follows its $cores processors', ({ cores, connections, quick, seal }) => {
    const { settings, problems } = read({}, cores);
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      keysDir: null,
      connections,
      places: { quick, seal, text: 3, mail: 3, transfer: 3, bulk: 1, delivery: 20 },
      intakeProcesses: null,
    });
  });

  test('can be set', () => {
    const env = {
      PARAPH_KEYS_DIR: '/run/keys',
      PARAPH_DATABASE_CONNECTIONS: '40',
      PARAPH_JOB_PLACES: 'seal=20, delivery = 50',
      PARAPH_INTAKE_PROCESSES: '3',
    };
    const { settings, problems } = read(env, 2);
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      keysDir: '/run/keys',
      connections: 40,
      places: { quick: 4, seal: 20, text: 3, mail: 3, transfer: 3, bulk: 1, delivery: 50 },
      intakeProcesses: 3,
    });
  });

  test.each([
    [{ PARAPH_DATABASE_CONNECTIONS: '7' }, /from 8 to 200/],
    [{ PARAPH_DATABASE_CONNECTIONS: '201' }, /from 8 to 200/],
    [{ PARAPH_JOB_PLACES: 'seal=0' }, /write seal=4/],
    [{ PARAPH_JOB_PLACES: 'seal=101' }, /write seal=4/],
    [{ PARAPH_JOB_PLACES: 'sealing=4' }, /one of the kinds quick, seal/],
    // More jobs than connections would wait for one another.
    [{ PARAPH_JOB_PLACES: 'seal=9' }, /need 17: raise it, or lower PARAPH_JOB_PLACES/],
  ])('is refused where it cannot work: %j', (env, problem) => {
    const { problems } = read(env, 2);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toMatch(problem);
  });
});
