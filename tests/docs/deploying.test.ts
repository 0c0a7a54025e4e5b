import { spawnSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../server/src/config/settings.ts';
import { programEnvironment, requireProgram } from '../../tools/programs.mjs';
import { projectDir } from '../../tools/runtime.mjs';
import { fillIn } from '../support/printed-programs.ts';
import { folderForThisTest } from '../support/scratch.ts';
import { printedBlocks, printedTexts, requireCommand } from './printed.ts';

// What pages print for systemd and for Prometheus is read by these programs.

const DEPLOYING = 'docs/operations/deploying.md';

const read = (path: string) => readFile(join(projectDir, path), 'utf8');
const settingNames = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));

/** A program on what is given, which says nothing where that is well. */
function runProgram(name: string, args: readonly string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(requireProgram(name), args, {
    encoding: 'utf8',
    env: programEnvironment(name),
  });
  return { code: status, said: stdout + stderr };
}

test('systemd takes the unit, which starts what is there and waits for its end', async () => {
  const printed = printedBlocks.filter(({ page, language }) => page === DEPLOYING && language === 'ini');
  const [{ text = '', lines = [] } = {}] = printed;
  const folder = await folderForThisTest();
  // systemd wants to find the program of a unit, which is elsewhere here.
  const unit = fillIn(text, { '/usr/bin/node': process.execPath });
  await writeFile(join(folder, 'paraph.service'), unit);
  const verify = ['verify', '--man=no', '--recursive-errors=no'];
  expect(runProgram('systemd-analyze', [...verify, join(folder, 'paraph.service')])).toEqual({
    code: 0,
    said: '',
  });
  // It says what it does not know.
  await writeFile(
    join(folder, 'typo.service'),
    unit.replace('ProtectSystem=strict', 'ProtectSystems=strict'),
  );
  expect(runProgram('systemd-analyze', [...verify, join(folder, 'typo.service')]).said).toContain(
    'ProtectSystems',
  );

  const wordOf = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  requireCommand(wordOf('ExecStart')?.split(' ') ?? []);
  const [name = '', dataDir] = wordOf('Environment')?.split('=') ?? [];
  expect([...settingNames]).toContain(name);
  expect(dataDir).toBe(`/var/lib/${wordOf('StateDirectory')}`);
  const page = printedTexts.get(DEPLOYING) ?? '';
  const [, seconds] = /Each ends in order within (\d+) seconds/.exec(page) ?? [];
  expect(Number(wordOf('TimeoutStopSec'))).toBeGreaterThan(Number(seconds));
  const [, credential] = /`LoadCredential=(\w+):/.exec(page) ?? [];
  expect(page).toContain(`PARAPH_S3_SECRET_FILE=/run/credentials/paraph.service/${credential}\``);
});

test('Prometheus takes the configuration, the rules, and what the dashboard asks', async () => {
  const folder = await folderForThisTest();
  const file = (name: string) => join(folder, name);
  const promtool = (...args: string[]) => runProgram('promtool', args);
  await copyFile(join(projectDir, 'docs/operations/alerts.yaml'), file('alerts.yaml'));
  await writeFile(file('token'), 'of the metrics', { mode: 0o600 });
  const [printed] = printedBlocks.filter(({ text }) => text.includes('scrape_configs'));
  const config = fillIn(printed?.text ?? '', { '/run/secrets/paraph-metrics': file('token') });
  await writeFile(file('prometheus.yml'), config);
  const checked = promtool('check', 'config', file('prometheus.yml'));
  expect(checked).toMatchObject({
    code: 0,
    said: expect.stringMatching(/alerts\.yaml[\s\S]*SUCCESS: \d\d rules/),
  });

  const dashboard = JSON.parse(await read('docs/operations/dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(asked.length).toBeGreaterThan(10);
  const rules = asked.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  await writeFile(file('panels.yaml'), JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  expect(promtool('check', 'rules', file('panels.yaml'))).toMatchObject({ code: 0 });

  await writeFile(file('tests.yaml'), JSON.stringify(badDay(await read('docs/operations/alerts.yaml'))));
  expect(promtool('test', 'rules', file('tests.yaml'))).toMatchObject({ code: 0 });
});

/** Series of a bad day, and what the rules say of them after an hour and a bit. */
function badDay(rules: string) {
  const finish = (labels: string) => `{method="POST",route="/api/v1/signing/:link/finish",${labels}}`;
  // One press in ten is answered by a 503, from the beginning.
  const series = {
    'up{job="paraph"}': '1x20 0x300',
    [`paraph_http_request_seconds_count${finish('status="200"')}`]: '0+9x320',
    [`paraph_http_request_seconds_count${finish('status="503"')}`]: '0+1x320',
    [`paraph_http_request_seconds_bucket${finish('status="200",le="2.5"')}`]: '0+9x320',
    paraph_workflows_blocked: '0x320',
  };
  const { groups } = parse(rules) as {
    groups: { rules: { alert?: string; labels?: object; annotations?: Record<string, string> }[] }[];
  };
  const alertOf = (alertname: string, exp_labels: Record<string, string>) => {
    const rule = groups.flatMap((group) => group.rules).find(({ alert }) => alert === alertname);
    const texts = Object.entries(rule?.annotations ?? {}).map(([name, text]) => [
      name,
      text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => exp_labels[label] ?? ''),
    ]);
    return { exp_labels: { ...rule?.labels, ...exp_labels }, exp_annotations: Object.fromEntries(texts) };
  };
  const at = (eval_time: string, alertname: string, labels: Record<string, string> | null) => ({
    ...{ eval_time, alertname },
    exp_alerts: labels === null ? [] : [alertOf(alertname, labels)],
  });
  return {
    rule_files: ['alerts.yaml'],
    evaluation_interval: '15s',
    tests: [
      {
        interval: '15s',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [
          at('4m', 'ParaphDown', null),
          at('75m', 'ParaphDown', { job: 'paraph' }),
          at('75m', 'ParaphAnswers5xx', {}),
          at('75m', 'ParaphObjectiveMissed', { objective: 'finish' }),
          at('75m', 'ParaphWorkflowsBlocked', null),
        ],
      },
    ],
  };
}
