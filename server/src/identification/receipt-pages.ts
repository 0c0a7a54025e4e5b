import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { readReceipt } from '../platform/outside/sms-receipt.ts';
import { receiptPath, saveReceipt } from './send-code.ts';

type ReceiptDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'log' | 'vault'>;

/** Reports of gateways have some hundred bytes. */
const REPORT_BYTES_MAX = 8_192;

/** For gateways that call back: each call is signed with the secret of the gateway. */
export function addReceiptPages(app: FastifyInstance, deps: ReceiptDeps): void {
  const { sms, baseUrl } = deps.config;
  if (!sms || sms.kind === 'smpp') return;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: REPORT_BYTES_MAX },
      async (_request: unknown, body: string | Buffer) => String(body),
    );
    scope.post<{ Params: { id: string } }>('/gateway/texts/:id(^\\d{1,15}$)', async (request, reply) => {
      const codeId = Number(request.params.id);
      const url = `${baseUrl}${receiptPath(codeId)}`;
      const call = { url, body: String(request.body ?? ''), headers: request.headers };
      const receipt = readReceipt(sms, call, deps);
      if (receipt === 'forged') return reply.code(403).send();
      if (receipt) await saveReceipt(deps, codeId, receipt);
      return reply.code(204).send();
    });
  });
}
