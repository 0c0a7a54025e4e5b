import { LIMITS } from '@paraph/domain';
import { openHttpServer } from './http-server.ts';
import { buildPdf, textLines } from './pdf-fixtures.ts';

type Mood = 'busy' | 'cut' | 'hang' | 'html' | 'large' | 'unreadable' | 'well';

/** A server with the two routes of Gotenberg that are used: it makes the same page of every document. */
export async function openConverterDouble() {
  const pdf = buildPdf({ pages: [{ content: textLines(['Converted']) }] });
  const { origin, server, close } = await openHttpServer(({ url, body }, response) => {
    if (url === '/health') return response.writeHead(200).end('{"status":"up"}');
    if (url !== '/forms/libreoffice/convert') return response.writeHead(404).end();
    self.taken.push(body.toString('latin1'));
    const type = { 'content-type': 'application/pdf' };
    switch (self.mood) {
      case 'hang':
        return;
      case 'busy':
        return response.writeHead(503).end('Service Unavailable');
      case 'unreadable':
        return response.writeHead(400).end('Bad Request');
      case 'html':
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      case 'cut':
        response.writeHead(200, { ...type, 'content-length': pdf.length });
        return response.write(pdf.subarray(0, 100), () => response.destroy());
      case 'large':
        return response.writeHead(200, type).end(Buffer.alloc(LIMITS.uploadBytesMax + 1));
      case 'well':
        return response.writeHead(200, type).end(pdf);
    }
  });
  const self = {
    url: origin,
    mood: 'well' as Mood,
    /** The forms that it was sent, oldest first. */
    taken: [] as string[],
    close: async () => {
      server.closeAllConnections();
      await close();
    },
  };
  return self;
}
