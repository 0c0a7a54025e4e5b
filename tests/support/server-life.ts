import { expect } from 'vitest';
import { createEnvelope, openSender, signByLink } from './http-life.ts';
import { openHttpServer } from './http-server.ts';
import { openMailReceiver } from './mail-receiver.ts';
import { until } from './processes.ts';
import { lease } from './quick-sender.ts';
import { forThisTest } from './scratch.ts';
import { type ServerProcess, type ServerSettings, startServerProcess } from './server-process.ts';

/** From the invitation to the notification of the end, with a server that has nothing to complain of; it runs on. */
export async function liveWithServer(settings: ServerSettings): Promise<ServerProcess> {
  const mails = await forThisTest(openMailReceiver());
  const told: string[] = [];
  const receiver = await forThisTest(
    openHttpServer(({ headers }, response) => {
      told.push(String(headers['paraph-event']));
      response.writeHead(204).end();
    }),
  );
  const server = await startServerProcess({ ...settings, SMTP_URL: mails.url });
  await forThisTest({ close: () => server.end() });
  const apiKey = await openSender(server.baseUrl, server.setUpLink);
  const asked = { apiKey, document: lease, name: 'Lease', email: 'grace@example.com' };
  await createEnvelope(server.baseUrl, { ...asked, callbackUrl: `${receiver.origin}/told` });
  const link = () => mails.messages.flatMap(({ links }) => links).find((each) => each.includes('/sign'));
  const complaints = () => server.lines.filter(({ level }) => Number(level) >= 40);
  const isToldOf = async (what: string, isTrue: () => boolean) => {
    await until(what, () => isTrue() || complaints().length > 0);
    expect(complaints()).toEqual([]);
  };
  await isToldOf('the invitation', () => link() !== undefined);
  await signByLink(server.baseUrl, link() ?? '');
  await isToldOf('the notification of the end', () => told.includes('workflow.signed'));
  return server;
}
