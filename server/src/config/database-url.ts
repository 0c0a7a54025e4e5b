import { QUEUE_SCHEMA } from '../database/named-queries.ts';
import { type Setting, setting, url } from './setting.ts';

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*,[^/?#]*)(.*)$/i;

/** An address for each host of `postgresql://user@a:5432,b:5432/name`, in that order (libpq, "Specifying Multiple Hosts"). */
export function listHostUrls(url: string): string[] {
  const [, before = '', hosts, after = ''] = SEVERAL.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Of several hosts the one that takes writes is used, whatever the address asks for: nothing else makes sense here. */
const SESSIONS = new Set([null, 'read-write', 'primary']);

function databaseUrl(name: string, about: string): Setting<string | null> {
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

/** Lower case, so that it is the same with quotes and without. */
const SCHEMA = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/;

function schemaName(name: string, about: string, fallback: string): Setting<string> {
  const read: Setting<string>['read'] = (value, _name, problems) => {
    if (!SCHEMA.test(value))
      problems.push(
        `${name} is "${value}"; it must be a name of lower-case letters, digits and _, not beginning with a digit or pg_.`,
      );
    return value;
  };
  return setting(name, about, { type: 'name', read, fallback });
}

/** What a connection is opened with, so that tables without a schema in their name are those of this one. */
export function searchPathOf(schema: string): string {
  return `-c search_path=${schema}`;
}

/** The address of one host for connections that look for tables in this schema; as it is for the one of the default. */
export function inSchema(url: string, schema: string): string {
  if (schema === 'public') return url;
  const changed = new URL(url);
  const options = [changed.searchParams.get('options') ?? '', searchPathOf(schema)];
  changed.searchParams.set('options', options.join(' ').trim());
  return changed.href;
}

function isDatabaseUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
}

function asked(url: string): string | null {
  return new URL(url).searchParams.get('target_session_attrs');
}

/** Where the database is, and where in it the tables lie. */
export const DATABASE_SETTINGS = {
  databaseUrl: databaseUrl(
    'DATABASE_URL',
    'postgres:// URL of a PostgreSQL 15 or newer; with standbys all hosts, comma-joined. Default: an embedded one in the data directory.',
  ),
  replicaUrl: url(
    'DATABASE_REPLICA_URL',
    'postgres:// URL of a standby of that PostgreSQL, which lists, searches, evidence and metrics are read from. Default: none.',
    /^postgres(ql)?:$/,
  ),
  databaseSessionUrl: databaseUrl(
    'DATABASE_SESSION_URL',
    'postgres:// URL of the same PostgreSQL without a pooler, where DATABASE_URL leads through one in transaction mode: for ' +
      'locks, notifications and migrations. Default: DATABASE_URL, which then must keep sessions.',
  ),
  databaseSchema: schemaName(
    'DATABASE_SCHEMA',
    'Schema of that database with the tables of Paraph. One that is not there is made.',
    'public',
  ),
  queueSchema: schemaName(
    'DATABASE_QUEUE_SCHEMA',
    'Schema of that database with the tables of the job queue (graphile-worker), another one. One that is not there is made.',
    QUEUE_SCHEMA,
  ),
} as const;
