import type { TestInstance } from './instance.ts';

/** The cookies of one browser profile: sent by path, removed at their end (RFC 6265 §5). */
export function cookieJar(instance: TestInstance) {
  const jar = new Map<string, { name: string; value: string; path: string }>();
  const take = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((each) => each.startsWith('Path='))?.slice(5) ?? '/';
    if (attributes.includes('Max-Age=0')) jar.delete(`${path} ${name}`);
    else jar.set(`${path} ${name}`, { name, value, path });
  };
  const headerFor = (url: string) =>
    [...jar.values()]
      .filter(({ path }) => path === '/' || url === path || url.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { cookie: headerFor(url), 'sec-fetch-site': 'same-origin' };
    const answer = await instance.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) take(line);
    return answer;
  };
  return { call, headerFor, take, size: () => jar.size };
}
