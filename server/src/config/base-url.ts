import { isIP } from 'node:net';

/** Reads and validates the address that every link begins with; adds problems to `problems`. */
export function readBaseUrl(text: string, name: string, problems: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.pathname !== '/'
  ) {
    problems.push(
      `${name} is "${text}"; it must be an address like https://sign.example.com, without a path.`,
    );
    return text;
  }
  if (url.protocol === 'http:' && !isLoopback(url.origin)) {
    problems.push(
      `${name} is "${text}"; outside this machine it must begin with https:// ` +
        '(put a TLS proxy in front and name its address here).',
    );
  }
  return url.origin;
}

/** The host in the address of an instance that listens on `host`. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Whether the instance is reached over loopback http only: cookies and receivers are checked more leniently. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether browsers make passkeys here: for a name, never for an address, over https or on the own machine. */
export function canHavePasskeys({ baseUrl }: { baseUrl: string }): boolean {
  const { hostname, protocol } = new URL(baseUrl);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || isLoopback(baseUrl));
}
