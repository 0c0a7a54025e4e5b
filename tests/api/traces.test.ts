import { expect, test } from 'vitest';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { startWorker, type Worker } from '../../server/src/jobs/worker.ts';
import { isTracing, readTraceparent } from '../../server/src/platform/observe/tracing.ts';
import { findFreePort } from '../support/free-port.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { forThisTest } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { notifying } from '../support/notifying-instance.ts';
import { until } from '../support/processes.ts';
import { quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTimestampServer } from '../support/timestamp-server.ts';
import { openTraceCollector } from '../support/trace-collector.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const ann = { name: 'Ann Unmistakable', email: 'ann.unmistakable@example.com' };
const SECRET = 'a-token-in-the-query-0123456789';

async function workAll(instance: TestInstance): Promise<Worker> {
  const deps = { ...instance.deps, clock: { now: () => new Date() } };
  return startWorker(deps, buildJobs(deps));
}

test('requests, statements, jobs, mails, notifications and blobs are traced, and nothing of people or secrets', async () => {
  const collector = await forThisTest(openTraceCollector());
  const mails = await forThisTest(openMailReceiver());
  const receiver = await forThisTest(openWebhookReceiver());
  const authority = await forThisTest(openTimestampServer());
  const instance = await openTestInstance({
    // The worker goes by the clock of the database.
    now: new Date(),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret%2C',
      OTEL_SERVICE_NAME: 'contracts',
      SMTP_URL: mails.url,
      PARAPH_TSA_URLS: authority.url,
      PARAPH_TSA_ROOTS: authority.rootsFile,
    },
  });
  authority.now = () => instance.deps.clock.now();
  const sender = await instance.signIn('Sender Unmistakable', 'sender.unmistakable@example.com');
  const { post } = quickSender(() => sender);
  const steps = [{ type: 'sign', recipients: [ann] }];
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  const created = await post({ steps, preferences: notifying(receiver.url) }, { traceparent });
  expect(created.statusCode, created.body).toBe(200);
  const { id } = created.json() as { id: string };
  const quiet = { traceparent: `00-${'a'.repeat(32)}-${PARENT}-00`, authorization: `Bearer ${SECRET}` };
  await sender.call({ method: 'GET', url: '/api/v1/profile', headers: quiet });
  await sender.call({ method: 'GET', url: `/api/v1/quick/envelopes/${id}?access_token=${SECRET}` });
  await instance.inject({ method: 'GET', url: `/nowhere/${SECRET}`, headers: { tracestate: SECRET } });
  const worker = await workAll(instance);
  const isTold = () => mails.messages.length > 0 && receiver.received.length > 0;
  await until('the mail and the notification', isTold);
  await worker.stop();
  const signer = await followInvitation(instance, ann.email);
  expect((await signer.sign()).statusCode).toBe(200);
  const sent = JSON.stringify(receiver.received.map(({ headers }) => headers));
  expect(sent).not.toContain('traceparent');
  await instance.close();
  expect(isTracing()).toBe(false);

  const spans = collector.spans();
  expect(collector.headers[0]).toMatchObject({ path: '/v1/traces', 'x-key': 'a secret,' });
  const [first] = collector.bodies();
  expect(JSON.stringify(first?.resourceSpans[0]?.resource)).toContain('"contracts"');
  for (const span of spans) {
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
  }
  const request = spans.find(({ name }) => name === 'POST /api/v1/quick/envelopes');
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2, status: {} });
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: '200' },
  });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['blob adopt']));
  const statement = below.find(({ name }) => /^(insert|with|select) /.test(name));
  expect(statement?.attributes).toContainEqual({
    key: 'db.system.name',
    value: { stringValue: 'postgresql' },
  });
  expect(spans.some(({ traceId }) => traceId === 'a'.repeat(32))).toBe(false);
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET none', 'GET /api/v1/quick/envelopes/:envelopeId']),
  );
  for (const name of ['mail', 'delivery']) {
    const span = spans.find((each) => each.name === name);
    const job = spans.find(({ spanId }) => spanId === span?.parentSpanId);
    expect([name, job?.name, job?.kind, job?.parentSpanId]).toEqual([
      name,
      expect.stringMatching(/^job /),
      5,
      undefined,
    ]);
    expect(job?.attributes).toContainEqual({ key: 'paraph.job.attempt', value: { intValue: '1' } });
  }
  const timestamp = spans.find(({ name }) => name === 'timestamp');
  const finish = spans.find(({ spanId }) => spanId === timestamp?.parentSpanId);
  expect([timestamp?.kind, finish?.kind, finish?.name]).toEqual([
    3,
    2,
    expect.stringMatching(/^POST .*finish/),
  ]);
  const payload = collector.texts.join('\n');
  for (const secret of ['nmistakable', SECRET, id, sender.cookie.split('=')[1] ?? '-', 'Lease', '127.0.0.1'])
    expect(payload.includes(secret), secret).toBe(false);
});

test('a collector that is away is not felt, and without one nothing is traced', async () => {
  const away = `http://127.0.0.1:${await findFreePort()}`;
  const instance = await openTestInstance({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: away } });
  expect(isTracing()).toBe(true);
  expect((await instance.inject({ method: 'GET', url: '/api/v1/profile' })).statusCode).toBe(401);
  await instance.close();
  expect(isTracing()).toBe(false);
  expect(readConfig({}).tracing).toBeNull();
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: away, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull();
  for (const [env, problem] of [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: away, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: away, OTEL_EXPORTER_OTLP_HEADERS: 'a b=c' },
      'OTEL_EXPORTER_OTLP_HEADERS',
    ],
  ] as const)
    expect(() => readConfig(env)).toThrow(problem);
});

test.each([
  ['of another version with more', `01-${TRACE}-${PARENT}-01-more`, { traceId: TRACE, spanId: PARENT }],
  ['that is not sampled', `00-${TRACE}-${PARENT}-00`, { traceId: TRACE, spanId: null }],
  ['of no version', `ff-${TRACE}-${PARENT}-01`, null],
  ['with more than its version has', `00-${TRACE}-${PARENT}-01-more`, null],
  ['of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`, null],
  ['in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`, null],
  ['that is text', 'a'.repeat(1_000), null],
])('a traceparent %s is read as the standard says', (_words, text, place) => {
  expect(readTraceparent(text)).toEqual(place);
});
