/**
 * Who reaches an address: a loopback one only this computer; and a page that is not secured by https cannot make a key
 * (https://w3c.github.io/webappsec-secure-contexts/).
 */
export function reachOf(url: string): 'all' | 'local' | 'insecure' {
  const { protocol, hostname } = new URL(url);
  if (/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return 'local';
  return protocol === 'https:' ? 'all' : 'insecure';
}

/** The dark squares of a QR code as one path, a square being 1 × 1. */
export function pathOfSquares(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
}
