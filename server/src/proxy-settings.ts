import ipaddr from 'ipaddr.js';

/** Reads and validates the trusted proxies; adds problems to `problems`. */
export function readProxies(text: string, name: string, problems: string[]): string[] {
  const proxies = text === '' ? [] : text.split(',').map((each) => each.trim());
  const bad = proxies.filter((each) => !ipaddr.isValid(each) && !ipaddr.isValidCIDR(each));
  if (bad.length > 0) {
    problems.push(`${name} holds "${bad.join(', ')}"; write addresses or networks such as 10.0.0.0/8.`);
  }
  return proxies;
}
