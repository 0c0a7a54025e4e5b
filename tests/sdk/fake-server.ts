/** What the SDK sent. */
export interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  body: RequestInit['body'];
}

type Answer = Response | Error | ((sent: Sent, init: RequestInit) => Response | Promise<Response>);

/** A `fetch` that gives prepared answers in turn, the last one again and again, and keeps what was asked. */
export function fakeServer(...answers: Answer[]) {
  const sent: Sent[] = [];
  const fake = async (url: string, init: RequestInit): Promise<Response> => {
    const request = { method: init.method ?? '', url: new URL(url), headers: new Headers(init.headers) };
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({ ...request, body: init.body ?? null });
    const last = sent.at(-1);
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'function' && last) return answer(last, init);
    if (answer instanceof Response) return answer.clone();
    throw new Error('No answer was prepared.');
  };
  return { sent, fetch: fake as typeof fetch };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const violations = code === 'VALIDATION_ERROR' ? { violations: { name: 'Must have 2 characters.' } } : {};
  const error = { statusCode: status, code, message: `No: ${code}`, ...violations, requestId: 'r1' };
  return json({ error }, status, { 'x-request-id': 'r1', ...headers });
}
