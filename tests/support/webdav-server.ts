import type { ServerResponse } from 'node:http';
import { type HttpCall, openHttpServer } from './http-server.ts';

interface DavCall {
  method: string;
  /** Below the root, decoded. */
  path: string;
}

/** How a call fails: by a status, or because the connection breaks before or after the call had its effect. */
export type DavFault = number | 'breaks' | 'answer-lost';

const ROOT = '/remote.php/dav/files/clerk';
const USER = 'clerk';
const PASSWORD = 'of the mill: ü';

/** A WebDAV server (RFC 4918) with one user, whose folder is there: files by their path, and folders. */
export async function openWebdavServer() {
  const files = new Map<string, Buffer>();
  const folders = new Set(['']);
  const calls: DavCall[] = [];
  const state = {
    fault: (_call: DavCall): DavFault | null => null,
    /** True: as servers that know no conditions. */
    ignoresConditions: false,
    /** What is stored instead of what was sent. */
    stored: (bytes: Buffer) => bytes,
  };
  const act = ({ method, path }: DavCall, { body, headers }: HttpCall): [status: number, body?: Buffer] => {
    const file = files.get(path);
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    switch (method) {
      case 'HEAD':
      case 'GET':
        return file ? [200, file] : [folders.has(path) ? 405 : 404];
      case 'MKCOL':
        if (folders.has(path) || file) return [405];
        if (!folders.has(parent)) return [409];
        folders.add(path);
        return [201];
      case 'PUT':
        if (!folders.has(parent)) return [409];
        if (file && headers['if-none-match'] === '*' && !state.ignoresConditions) return [412];
        files.set(path, state.stored(body));
        return [file ? 204 : 201];
      case 'DELETE':
        return [files.delete(path) ? 204 : 404];
      default:
        return [501];
    }
  };
  const answer = (call: HttpCall, response: ServerResponse) => {
    const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    if (call.headers.authorization !== expected) return response.writeHead(401).end();
    if (!call.url.startsWith(ROOT)) return response.writeHead(404).end();
    const path = decodeURIComponent(call.url.slice(ROOT.length + 1));
    const about = { method: call.method, path };
    calls.push(about);
    const fault = state.fault(about);
    if (fault === 'breaks') return response.destroy();
    if (typeof fault === 'number') return response.writeHead(fault).end();
    const [status, bytes = Buffer.alloc(0)] = act(about, call);
    if (fault === 'answer-lost') return response.destroy();
    response.writeHead(status, { 'content-length': bytes.length });
    return response.end(call.method === 'HEAD' ? undefined : bytes);
  };
  const { origin, close } = await openHttpServer(answer);
  return {
    form: { kind: 'webdav', url: `${origin}${ROOT}`, user: USER, secret: PASSWORD },
    host: new URL(origin).host,
    files,
    folders,
    calls,
    state,
    close,
  };
}
