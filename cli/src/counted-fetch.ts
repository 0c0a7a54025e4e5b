/**
 * A `fetch` that tells how much of a form has left, by sending its body as a stream. The whole is known to the
 * caller; what the form adds to the file is small.
 */
export function countedFetch(onSent: (bytes: number) => void): typeof fetch {
  return async (input, init) => {
    if (!(init?.body instanceof FormData)) return fetch(input, init);
    const whole = new Request(input, { ...init, signal: null });
    let sent = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        onSent(sent);
        controller.enqueue(chunk);
      },
    });
    const body = whole.body?.pipeThrough(counter) ?? null;
    return fetch(input, { ...init, headers: whole.headers, body, duplex: 'half' } as RequestInit);
  };
}
