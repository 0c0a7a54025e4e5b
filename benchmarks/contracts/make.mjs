// Makes the contracts that `measure.ts` reads: node benchmarks/contracts/make.mjs FOLDER
// Needs Chromium, LibreOffice Writer (`libreoffice-writer-nogui`) and, for the typeset ones, the package
// `@myriaddreamin/typst-ts-node-compiler` in the folder of PARAPH_TYPST; what is missing is said and left out.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { PRINTED, WRITTEN } from './html-contracts.mjs';
import { TYPESET } from './typst-contracts.mjs';

const folder = resolve(process.argv[2] ?? 'contracts');
mkdirSync(folder, { recursive: true });
const file = (name) => join(folder, name);

async function print() {
  const executablePath = [
    '/usr/bin/chromium-headless-shell',
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/bin/chromium',
  ].find(existsSync);
  if (!executablePath) return console.log('left out: Chromium is not installed');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  for (const [name, html] of Object.entries(PRINTED)) {
    await page.setContent(html);
    await page.pdf({ path: file(`browser-${name}.pdf`), preferCSSPageSize: true });
  }
  await browser.close();
}

function write() {
  for (const [name, html] of Object.entries(WRITTEN)) {
    const source = file(`writer-${name}.html`);
    writeFileSync(source, html);
    for (const [format, filter] of [
      ['odt', 'writer8'],
      ['pdf', 'writer_pdf_Export'],
    ]) {
      const from = format === 'odt' ? source : source.replace(/html$/, 'odt');
      execFileSync(
        'soffice',
        [
          '--headless',
          ...(format === 'odt' ? ['--infilter=HTML (StarWriter)'] : []),
          '--convert-to',
          `${format}:${filter}`,
          '--outdir',
          folder,
          from,
        ],
        { stdio: 'ignore' },
      );
    }
  }
}

async function typeset() {
  const from = process.env.PARAPH_TYPST;
  if (!from)
    return console.log('left out: PARAPH_TYPST names no folder with @myriaddreamin/typst-ts-node-compiler');
  const { NodeCompiler } = createRequire(join(resolve(from), 'x.js'))(
    '@myriaddreamin/typst-ts-node-compiler',
  );
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: ['/usr/share/fonts'] }] });
  for (const [name, text] of Object.entries(TYPESET))
    writeFileSync(file(`typeset-${name}.pdf`), compiler.pdf({ mainFileContent: text }));
}

await print();
write();
await typeset();
