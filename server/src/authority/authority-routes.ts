import { X509Certificate } from 'node:crypto';
import { Refusal } from '@paraph/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { linkCertificates, rootCertificates } from './open-authority.ts';
import { writePolicyStatement } from './policy-statement.ts';
import { publishCrl, publishOwnCrl, respondToOcsp } from './publish-revocations.ts';
import { issueTimestamp } from './timestamping.ts';

type Slice = Pick<Deps, 'authority' | 'clock' | 'config' | 'database' | 'ids'>;

const TYPES = {
  certificate: 'application/pkix-cert',
  pem: 'application/x-pem-file',
  crl: 'application/pkix-crl',
  ocsp: 'application/ocsp-response',
  timestamp: 'application/timestamp-reply',
} as const;

/** Questions of honest clients have some hundred bytes. */
const REQUEST_BYTES_MAX = 16_384;

/** For external validators: the root, the intermediate certificates, CRLs, OCSP, and what the policies mean. */
export function addAuthorityPages(app: FastifyInstance, deps: Slice): void {
  const { authority } = deps;
  app.get('/authority/ca.cer', (_request, reply) =>
    download(reply, { name: 'paraph-root.cer', type: TYPES.certificate, bytes: authority.root.certificate }),
  );
  app.get('/authority/issuing.cer', (_request, reply) => {
    const issuing = { type: TYPES.certificate, bytes: authority.issuing.certificate };
    return download(reply, { name: 'paraph-issuing.cer', ...issuing });
  });
  app.get('/authority/crl', async (_request, reply) =>
    download(reply, { name: 'paraph.crl', type: TYPES.crl, bytes: await publishCrl(deps, 'issuing') }),
  );
  app.get<{ Params: { file: string } }>('/authority/:file', async ({ params }, reply) => {
    const file = await findRootFile(deps, params.file);
    if (!file) throw new Refusal('NOT_FOUND', 'The authority has no such file.');
    return download(reply, { name: `paraph-${params.file}`, ...file });
  });
  app.get('/authority/policy', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(writePolicyStatement(deps.config.baseUrl, deps.authority)),
  );
  app.register(async (scope) => addAnswers(scope, deps));
}

/** The certificate or the list of a root by its name, or all roots with the links between them. */
async function findRootFile(deps: Slice, file: string): Promise<Pick<Download, 'bytes' | 'type'> | null> {
  const { root, formerRoots } = deps.authority;
  if (file === 'roots.pem') {
    const all = [...rootCertificates(deps.authority), ...linkCertificates(deps.authority)];
    return {
      type: TYPES.pem,
      bytes: Buffer.from(all.map((der) => new X509Certificate(der).toString()).join('')),
    };
  }
  const [, name, kind] = /^(root\d*)(\.cer|-crl)$/.exec(file) ?? [];
  const named = [root, ...formerRoots].find((each) => each.name === name);
  if (!named) {
    const list = file.endsWith('-crl') ? await publishOwnCrl(deps, file.slice(0, -'-crl'.length)) : null;
    return list && { type: TYPES.crl, bytes: list };
  }
  return kind === '.cer'
    ? { type: TYPES.certificate, bytes: named.certificate }
    : { type: TYPES.crl, bytes: await publishCrl(deps, named) };
}

function addAnswers(app: FastifyInstance, deps: Slice): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: REQUEST_BYTES_MAX },
    async (_request: unknown, body: string | Buffer) => Buffer.from(body),
  );
  // Public, and every response costs a signature.
  app.addHook('onRequest', async (request) => {
    await countHit(deps, 'authorityAnswers', addressKey(request.ip));
  });
  app.post('/authority/ocsp', async (request, reply) =>
    reply.type(TYPES.ocsp).send(Buffer.from(await respondToOcsp(deps, bytesOf(request.body)))),
  );
  // RFC 6960 appendix A.1: the request in base64 at the end of the URL.
  app.get<{ Params: { '*': string } }>('/authority/ocsp/*', async (request, reply) => {
    const question = Buffer.from(request.params['*'], 'base64');
    return reply.type(TYPES.ocsp).send(Buffer.from(await respondToOcsp(deps, question)));
  });
  app.post('/authority/tsa', async (request, reply) =>
    reply.type(TYPES.timestamp).send(Buffer.from(await issueTimestamp(deps, bytesOf(request.body)))),
  );
}

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

interface Download {
  name: string;
  type: string;
  bytes: Uint8Array;
}

function download(reply: FastifyReply, { name, type, bytes }: Download): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.type(type).send(Buffer.from(bytes));
}
