import { ConfigError, readConfig } from '@paraph/server/config/config.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { defineCommand } from '../command-line.ts';
import { findProblems } from '../doctor/find-problems.ts';
import type { Finding } from '../doctor/finding.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  about: 'Examine settings, database, storage, mail, clock, keys and base URL, each with its remedy.',
  options: {},
  run: async () => {
    const findings = await examine();
    const isWell = findings.every(({ state }) => state !== 'failed');
    return { text: describe(findings, isWell), data: { isWell, findings }, isFailure: !isWell };
  },
});

async function examine(): Promise<Finding[]> {
  try {
    const config = readConfig();
    return [
      { name: 'settings', state: 'well', detail: 'All settings are valid.' },
      ...(await findProblems({ config, clock: systemClock })),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Without settings there is nothing else to examine.
    const remedy = 'Correct them in the environment; .env.example describes every one.';
    return error.problems.map((detail) => ({ name: 'settings', state: 'failed', detail, remedy }));
  }
}

function describe(findings: readonly Finding[], isWell: boolean): string {
  const signs = { well: '✓', warning: '!', failed: '✗' };
  const lines = findings.flatMap(({ name, state, detail, remedy }) => [
    `${signs[state]} ${name}: ${detail}`,
    ...(remedy === undefined ? [] : [`    ${remedy}`]),
  ]);
  return [
    ...lines,
    isWell ? 'Paraph can run.' : 'Paraph cannot run as it should: see the lines with ✗.',
  ].join('\n');
}
