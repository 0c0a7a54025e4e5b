import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '@paraph/domain';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';
import { bodyOf } from './error-handler.ts';
import { securityHeaders } from './response-headers.ts';

type Slice = Pick<Deps, 'config' | 'ids' | 'log'>;

/** Answers invalid requests, which reach no route, in the error format (interface.md §1, §6). */
export function malformedRequestHandlers({ config, ids, log }: Slice) {
  const headersOf = (requestId: string, body: string) => ({
    ...securityHeaders(config, requestId),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  return {
    /** A URL that cannot be decoded or is too long: no hook has run. */
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
      const refusal =
        error.code === 'FST_ERR_BAD_URL'
          ? new Refusal('VALIDATION_ERROR', 'The address could not be read; check its percent signs.')
          : new Refusal('NOT_FOUND', 'There is nothing at an address as long as this one.');
      log.info({ requestId: request.id, method: request.method, status: refusal.status, ip: request.ip });
      const body = bodyOf(refusal, request.id);
      reply.hijack();
      reply.raw.writeHead(refusal.status, headersOf(request.id, body)).end(body);
    },
    /** Bytes that are not an HTTP request: answers on the socket and closes it. */
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Duplex): void => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const requestId = newKey(ids);
      const { status, message } = problemOf(error);
      const body = bodyOf({ status, code: 'VALIDATION_ERROR', message, violations: undefined }, requestId);
      const headers = { ...headersOf(requestId, body), connection: 'close' };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    },
  };
}

function problemOf({ code }: NodeJS.ErrnoException): { status: number; message: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, message: 'The headers are too large.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, message: 'The request took too long to arrive; send it again.' };
  }
  return { status: 400, message: 'This is no request that can be read.' };
}
