import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Notification, NotificationError, verifyNotification } from '../../sdk/src/index.ts';
import { type Command, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { EXIT } from './exit-code.ts';
import { explainMissing, LISTEN_SCOPE } from './login.ts';
import { timeText } from './output.ts';

const BODY_BYTES_MAX = 1024 * 1024;

export const listen: Command = {
  name: 'listen',
  summary: 'Print notifications as they arrive, and forward them',
  usage: '',
  argsMin: 0,
  argsMax: 0,
  options: [
    {
      name: 'forward',
      type: 'string',
      value: 'URL',
      description: 'forward each notification with its headers and body unchanged',
    },
    { name: 'port', type: 'string', value: 'N', description: 'port to listen on; default: any free port' },
    {
      name: 'public-url',
      type: 'string',
      value: 'URL',
      description: 'URL at which the server reaches this port; required unless it runs on this machine',
    },
    {
      name: 'events',
      type: 'string',
      value: 'LIST',
      description: 'events to receive, separated by commas: workflow.signed,…; default: all',
    },
  ],
  examples: [
    'paraph listen',
    'paraph listen --forward http://localhost:8080/hooks/paraph',
    'paraph listen --port 4000 --public-url https://my-tunnel.example.com',
  ],
  run: listenUntilStopped,
};

async function listenUntilStopped(invocation: Invocation): Promise<number> {
  const { output, signal } = invocation;
  const { paraph } = await connect(invocation);
  const secrets: string[] = [];
  const server = await openReceiver(Number(textOf(invocation, 'port') ?? 0), async (request) => {
    const notification = await verifyNotification({ ...request, secret: secrets });
    report(invocation, notification);
    await forward(invocation, request);
  });
  try {
    const { port } = server.address() as AddressInfo;
    const url = textOf(invocation, 'public-url') ?? `http://127.0.0.1:${port}/`;
    const endpoint = await paraph
      .createWebhook({ url, events: readEvents(invocation) as never })
      .catch(explainMissing(LISTEN_SCOPE));
    secrets.push(endpoint.secret);
    output.note(`Listening at ${url}. Stop with Ctrl-C.`);
    output.note(`Secret of their signatures: ${endpoint.secret}`);
    try {
      await untilAborted(signal);
    } finally {
      await paraph.deleteWebhook({ webhookId: endpoint.id });
    }
    return EXIT.ok;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function readEvents(invocation: Invocation): string[] {
  return (textOf(invocation, 'events') ?? '').split(',').filter((each) => each !== '');
}

interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A receiver on the loopback interface: 204 for an accepted notification, 400 for an invalid signature. */
async function openReceiver(port: number, take: (received: Received) => Promise<void>): Promise<Server> {
  const server = createServer(async (request, response) => {
    try {
      await take({ headers: request.headers, body: await readBody(request) });
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof NotificationError ? 400 : 500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function readBody(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new NotificationError('The body is too long for a notification.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function report({ output }: Invocation, { event, id, timestamp, envelope }: Notification): void {
  const line = [timeText(timestamp), event ?? '', envelope.status, envelope.id, envelope.name].join('  ');
  output.result({ id, event, timestamp, envelope }, [line]);
}

/** Forwards a notification and prints the result; the result does not affect the response to Paraph. */
async function forward(invocation: Invocation, { headers, body }: Received): Promise<void> {
  const url = textOf(invocation, 'forward');
  if (url === null) return;
  const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect']);
  const forwarded = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)) as [
    string,
    string,
  ][];
  const init = { method: 'POST', headers: Object.fromEntries(forwarded), body: new Uint8Array(body) };
  const said = await fetch(url, init).then(
    (answer) => `${answer.status}`,
    (error: Error) => `failed: ${error.message}`,
  );
  invocation.output.note(`  → ${url} ${said}`);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
