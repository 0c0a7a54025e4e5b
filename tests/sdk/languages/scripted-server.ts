import { openHttpServer } from '../../support/http-server.ts';

interface Asked {
  method: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown };

const refusal = (statusCode: number, code: string, more: object = {}) => ({
  statusCode,
  code,
  message: `No: ${code}`,
  ...more,
});
const refused = (status: number, code: string, more: object = {}): Answer => ({
  status,
  headers: { 'x-request-id': 'r1' },
  body: { error: refusal(status, code, more) },
});

/** What the server answers, by method and path; a list is answered in turn, its last again and again. */
const ANSWERS: Readonly<Record<string, Answer[]>> = {
  'POST /api/v1/quick/envelopes': [
    { ...refused(503, 'SERVICE_UNAVAILABLE'), headers: { 'retry-after': '0' } },
    { body: { id: 'made' } },
  ],
  'GET /api/v1/envelopes': [1, 2].map((page) => ({
    // One moved from the first page to the second while these were read.
    body: { total: 3, limit: 2, pages: 2, items: [{ id: `e${page}` }, { id: `e${page + 1}` }] },
  })),
  'GET /api/v1/envelopes/invalid': [
    refused(400, 'VALIDATION_ERROR', { violations: { 'steps[0][type]': 'Must be sign.' } }),
  ],
  'GET /api/v1/envelopes/scoped': [
    {
      ...refused(403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'),
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="workflows:read"' },
    },
  ],
  'GET /api/v1/envelopes/limited': [
    { ...refused(429, 'RATE_LIMIT_REACHED'), headers: { 'retry-after': '999' } },
  ],
  'GET /api/v1/envelopes/moved': [{ status: 302, headers: { location: '/elsewhere' }, body: '' }],
  'GET /api/v1/envelopes/gone': [refused(404, 'ENVELOPE_NOT_FOUND')],
  'DELETE /api/v1/envelopes/lost': [{ status: 502, body: 'a proxy' }],
  'PUT /api/v1/workspaces/1/workflows/2/start': [
    { body: [{ identifier: 2, result: false, error: refusal(409, 'WORKFLOW_STATUS_CONFLICT') }] },
  ],
  'GET /api/v1/storage/a%20b': [{ body: 'the file' }],
  'GET /api/v1/profile': [refused(401, 'AUTHENTICATION_REQUIRED'), { body: { email: 'ada@example.com' } }],
  'POST /api/v1/OAuth/v2/refresh': [
    { body: { access_token: 'new', token_type: 'Bearer', expires_in: 3_600 } },
  ],
};

/** A server that answers by a script, and remembers what it was asked; what it has no answer for is an empty page. */
export async function openScriptedServer() {
  const asked: Asked[] = [];
  const turns = new Map<string, number>();
  const { origin, close } = await openHttpServer(({ url: path, method, headers, body }, response) => {
    const url = new URL(path, 'http://any.invalid');
    asked.push({ method, url, headers, body });
    const key = `${method} ${url.pathname}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const answers = ANSWERS[key] ?? [{ body: { items: [], total: 0, limit: 1, pages: 0 } }];
    const answer = answers[Math.min(turn, answers.length - 1)] ?? {};
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  });
  return {
    origin,
    close,
    asked: asked as readonly Asked[],
    /** What was asked since the last call of this. */
    take: () => asked.splice(0),
    forget: () => turns.clear(),
  };
}
