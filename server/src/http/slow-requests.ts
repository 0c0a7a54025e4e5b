import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So long may nothing move on a connection whose turn it is the client's to move something. */
export const PROGRESS_MS = 30_000;

/** And so long may a whole header take, byte by byte. */
export const HEADERS_MS = 60_000;

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Cuts requests that make no progress: neither a byte of the header or the body came, nor was one of the answer taken.
 * An upload that goes on, however slowly, lives up to the server's limit of a whole request; a call that we are busy
 * with is left alone.
 */
export function cutSlowRequests(server: Server, progressMs: number): void {
  const calls = new WeakMap<Socket, Call>();
  server.prependListener('request', (request, response) => calls.set(request.socket, { request, response }));
  server.setTimeout(progressMs, (socket: Socket) => {
    const call = calls.get(socket);
    if (call && isOurTurn(call, socket)) {
      socket.setTimeout(progressMs);
      return;
    }
    if (call ? isArriving(call) : socket.bytesRead > 0) {
      const error = Object.assign(new Error('no progress'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
      socket.destroySoon();
    } else socket.destroy();
  });
}

/** Whether the client waits for us: we do not read its body yet, or work on the answer. */
function isOurTurn({ request, response }: Call, socket: Socket): boolean {
  if (!request.complete) return request.readableFlowing !== true;
  return !response.writableFinished && socket.writableLength === 0;
}

function isArriving({ request, response }: Call): boolean {
  return !request.complete && !response.headersSent;
}
