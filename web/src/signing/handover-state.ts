/**
 * Who reaches an address: a loopback one only this computer; and a page that is not secured by https cannot make a key
 * (https://w3c.github.io/webappsec-secure-contexts/).
 */
export function reachOf(url: string): 'all' | 'local' | 'insecure' {
  const { protocol, hostname } = new URL(url);
  if (/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return 'local';
  return protocol === 'https:' ? 'all' : 'insecure';
}
