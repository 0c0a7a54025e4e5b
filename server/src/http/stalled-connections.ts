import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Timeout of a connection on which the client makes no progress. */
export const PROGRESS_MS = 30_000;

/** Timeout for receiving the complete header. */
export const HEADERS_MS = 60_000;

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Closes connections without progress: no byte of header or body arrived, and none of the response was read. A slow
 * upload is allowed up to the server's limit of a whole request; a request being processed is not affected.
 */
export function closeStalledConnections(server: Server, progressMs: number): void {
  const calls = new WeakMap<Socket, Call>();
  server.prependListener('request', (request, response) => calls.set(request.socket, { request, response }));
  server.setTimeout(progressMs, (socket: Socket) => {
    const call = calls.get(socket);
    if (call && isWaitingForServer(call, socket)) {
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

/** Whether the client is waiting for the server: its body is not read yet, or the response is being computed. */
function isWaitingForServer({ request, response }: Call, socket: Socket): boolean {
  if (!request.complete) return request.readableFlowing !== true;
  return !response.writableFinished && socket.writableLength === 0;
}

function isArriving({ request, response }: Call): boolean {
  return !request.complete && !response.headersSent;
}
