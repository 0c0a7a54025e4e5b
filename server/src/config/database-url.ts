import { type Setting, setting } from './setting.ts';

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*,[^/?#]*)(.*)$/i;

/** An address for each host of `postgresql://user@a:5432,b:5432/name`, in that order (libpq, "Specifying Multiple Hosts"). */
export function listHostUrls(url: string): string[] {
  const [, before = '', hosts, after = ''] = SEVERAL.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Of several hosts the one that takes writes is used, whatever the address asks for: nothing else makes sense here. */
const SESSIONS = new Set([null, 'read-write', 'primary']);

export function databaseUrl(name: string, about: string): Setting<string | null> {
  const read: Setting<string | null>['read'] = (value, _name, problems) => {
    if (value === '') return null;
    const urls = listHostUrls(value);
    if (!urls.every(isDatabaseUrl)) problems.push(`${name} is not valid. ${about}`);
    else if (urls.length > 1 && !urls.map(asked).every((session) => SESSIONS.has(session)))
      problems.push(`${name} has a target_session_attrs other than read-write; leave it out.`);
    return value;
  };
  return setting(name, about, { type: 'address', read });
}

function isDatabaseUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
}

function asked(url: string): string | null {
  return new URL(url).searchParams.get('target_session_attrs');
}
