/**
 * A `fetch` that reports upload progress by sending the form as a stream. The caller knows the size of the file; the
 * overhead of the form is small.
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
