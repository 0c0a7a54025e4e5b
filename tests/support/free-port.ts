import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** A port of this machine that was free a moment ago: for servers whose own address is a setting. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
