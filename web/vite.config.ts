import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';

const PAGES = { app: 'index.html', signing: 'signing.html' } as const;

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
