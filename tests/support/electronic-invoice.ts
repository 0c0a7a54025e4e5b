import { DocumentFlow, writeTaggedDocument } from '@paraph/pades';
import { openOwnFonts } from '../../server/src/platform/fonts.ts';

const INK = [0, 0, 0] as const;

/** A page of PDF/A-3 with an invoice as XML inside (Factur-X), fonts embedded. */
export function electronicInvoice(number = 'F-2026-001', type = 'text/xml'): Buffer {
  const flow = new DocumentFlow({
    width: 595.28,
    height: 841.89,
    margin: 56,
    fonts: { regular: openOwnFonts('regular'), bold: openOwnFonts('bold') },
    colours: { ink: INK, muted: INK, line: INK },
    isRightToLeft: false,
  });
  flow.text('H1', `Invoice ${number}`, { size: 18, isBold: true });
  flow.facts([['Total', '1,250.00 EUR']]);
  const { pages, elements } = flow.finish(() => []);
  const xml = `<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><ID>${number}</ID></rsm:CrossIndustryInvoice>`;
  return Buffer.from(
    writeTaggedDocument({
      title: `Invoice ${number}`,
      author: 'Acme',
      language: 'en',
      created: new Date('2026-11-20T10:00:00Z'),
      producer: 'Tests',
      pages,
      elements,
      attachment: { name: 'factur-x.xml', description: 'Invoice', type, data: Buffer.from(xml) },
    }),
  );
}
