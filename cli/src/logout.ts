import type { Command } from './command.ts';
import { chooseServer, endSignIn } from './connect.ts';
import { changeCredentials, readCredentials } from './credential-file.ts';
import { EXIT } from './exit-code.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'End the sign-in, here and on the server',
  usage: '',
  argsMin: 0,
  argsMax: 0,
  options: [],
  examples: ['paraph logout'],
  async run(invocation) {
    const { env, output } = invocation;
    const baseUrl = await chooseServer(invocation);
    const credential = (await readCredentials(env)).servers[baseUrl];
    // Deletes the local tokens first, in case the server is unreachable.
    await changeCredentials(env, (file) => {
      delete file.servers[baseUrl];
      if (file.current === baseUrl) file.current = Object.keys(file.servers)[0] ?? null;
    });
    if (credential) await endSignIn(baseUrl, credential);
    output.result({ server: baseUrl, wasSignedIn: credential !== undefined }, [`Signed out of ${baseUrl}.`]);
    return EXIT.ok;
  },
};
