import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';

const PAGES = { app: 'index.html', signing: 'signing.html' } as const;

/** Large, and seldom needed: the reader of PDFs, the guides, the texts of each language. */
const isShared = (id: string) => !/pdfjs-dist|\.md$|\/text\//.test(id);

/**
 * Else each module that two pages share would be a file of its own: a page would wait for fifty, most of them below a
 * kilobyte. What four pages share comes with the first of them; the rest is put together by the pages that share it.
 */
const FEW_FILES = {
  codeSplitting: {
    groups: [
      { name: 'shared', test: isShared, minShareCount: 4, priority: 2 },
      {
        name: 'common',
        test: isShared,
        minShareCount: 2,
        priority: 1,
        entriesAware: true,
        entriesAwareMergeThreshold: 6_000,
      },
    ],
  },
  // Without the names of all pages that share it.
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`,
};

const STAGE_PARTS = [
  /\/ui\/(banner|dialog|field-frame|text-field)\./,
  /\/signing\/(handover-texts|level-texts|sandbox-notice|submit-error|use-submit)\./,
  /\/text\/\w+\/(handover|level)\.json/,
  /domain\/src\/(amount|attachment|field-answers|limits|name|pattern|recipient)\./,
  /icons\/(check|circle-exclamation-point|info|triangle-exclamation-point|x)\./,
];

/**
 * What the stages behind the cover share with pages that few people see, such as that of a witness: else each module of
 * it is a file of its own, and every signer waits for them.
 */
const STAGE_FILES = {
  codeSplitting: {
    // What they need themselves is in the start of the page.
    includeDependenciesRecursively: false,
    groups: [
      { name: 'controls', test: (id: string) => STAGE_PARTS.some((part) => part.test(id)), minShareCount: 2 },
    ],
  },
};

/**
 * `--mode app` and `--mode signing` build one page each: chunks that both share would be many and small, and a signer
 * on a slow connection would wait for each of them.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss(), pdfjsFiles(), guides()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy forbids inline scripts: every asset is a file, no polyfill is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.entries(PAGES)
        .filter(([page]) => page === mode || mode === 'production')
        .map(([, file]) => join(import.meta.dirname, file)),
      output: mode === 'app' ? FEW_FILES : STAGE_FILES,
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/sign/', '/oauth'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
}));

/** Parses guides at build time, so that their tokens are shipped and no Markdown parser. */
function guides(): Plugin {
  return {
    name: 'paraph-guides',
    transform(code, id) {
      if (!id.endsWith('.md')) return undefined;
      return {
        code: `export default ${JSON.stringify([...marked.lexer(code)])};`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}

const PDFJS_FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** pdf.js fetches character maps, fonts and decoders at run time; they are served from our own origin. */
function pdfjsFiles(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'paraph-pdfjs-files',
    generateBundle() {
      for (const folder of PDFJS_FOLDERS) {
        for (const name of readdirSync(join(root, folder))) {
          const source = readFileSync(join(root, folder, name));
          this.emitFile({ type: 'asset', fileName: `assets/pdfjs/${folder}/${name}`, source });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use('/assets/pdfjs', (request, response, next) => {
        const [, folder = '', name = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
        const file = join(root, folder, basename(name));
        const isServed =
          PDFJS_FOLDERS.includes(folder) && statSync(file, { throwIfNoEntry: false })?.isFile();
        if (isServed) createReadStream(file).pipe(response);
        else next();
      });
    },
  };
}
