import { readFileSync } from 'node:fs';
import { describeReport, PdfRefusal, validate } from '@paraph/pades';

const [file = 'long-term.pdf', anchor = `${file}.root.cer`] = process.argv.slice(2);
try {
  const report = validate(readFileSync(file), { anchors: [readFileSync(anchor)], at: new Date() });
  console.log(describeReport(report));
  for (const { signerName, integrity, coverage, certificate, level, changesAfter } of report.signatures) {
    const isAllowed = changesAfter.every(({ allowed }) => allowed);
    console.log(signerName, level, integrity.ok, coverage, certificate.ok, isAllowed); // no overall verdict
  }
} catch (error) {
  if (!(error instanceof PdfRefusal)) throw error;
  console.log(`Not read: ${error.message} (${error.code}, ${error.at})`);
}
